#!/usr/bin/env bash
# One task of a Slurm array plays one part of a tournament. Submit it with the number of parts as the array's size:
#   sbatch --array=1-100 --requeue slurm.sh FOLDER [arguments of kosti tournament]
# and join the parts when all are done:
#   kosti merge FOLDER/part-* --out FOLDER/whole
# A task that was killed or requeued goes on where it was.
#SBATCH --cpus-per-task=1
set -euo pipefail
folder=$1
shift
parts=${SLURM_ARRAY_TASK_MAX:?not a task of an array}
exec "${KOSTI:-kosti}" tournament "$@" --quiet --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$parts" --out "$folder/part-$SLURM_ARRAY_TASK_ID"
