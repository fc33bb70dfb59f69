#!/bin/sh
# A bot for kosti in nothing but a POSIX shell: it always plays the first legal action.
# Messages are written without blanks between the fields, so simple patterns find what is needed.

# The number after a key: field gid "$line"
field() {
    value=${2#*\"$1\":}
    printf '%s' "${value%%[!0-9]*}"
}

while IFS= read -r line; do
    case $line in
    *'"type":"act"'* | *'"type":"reject"'*'"legal":['*)
        legal=${line##*'"legal":["'}
        printf '{"type":"move","gid":%s,"id":%s,"action":"%s"}\n' \
            "$(field gid "$line")" "$(field id "$line")" "${legal%%\"*}"
        ;;
    *'"type":"hello"'*)
        printf '{"type":"hello","name":"shell","version":"1.0","games":["dice-poker","pirate-poker","graph-poker",'
        printf '"rims","domino-poker","yatzy","yahtzee"]}\n'
        ;;
    *'"type":"ping"'*) echo '{"type":"pong"}' ;;
    *'"type":"quit"'*) exit 0 ;;
    *'"type":"new_game"'* | *'"type":"end"'* | *'"type":"reject"'* | *'"type":"error"'* | *'"type":"pong"'*) ;;
    *) echo '{"type":"error","code":"unknown_type","message":"this bot does not know such messages"}' ;;
    esac
done
