#!/usr/bin/env bash
# Plays a tournament in N parts on this machine, as many at once as there are cores, and joins them.
# Usage: parallel.sh FOLDER N [arguments of kosti tournament]
# Every step can be repeated: what is finished is found finished, what was killed goes on.
set -euo pipefail
folder=$1 parts=$2
shift 2
kosti=${KOSTI:-kosti}
mkdir -p "$folder"
# One thread for each part: the parts themselves fill the cores.
seq "$parts" | xargs -P "$(nproc)" -I{} "$kosti" tournament "$@" --quiet --threads 1 --shard "{}/$parts" --out "$folder/part-{}"
"$kosti" merge "$folder"/part-* --out "$folder/whole"
