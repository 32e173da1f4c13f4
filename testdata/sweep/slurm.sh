#!/usr/bin/env bash
# Runs a sweep on a real Slurm: installs and configures one on this machine, with
# four nodes, submits the job array that lectio writes, cuts the power of a node in
# the middle of a task, and compares what is merged with a run without Slurm.
#
#	slurm.sh LECTIO [GAMES]
#
# Everything is in a folder of its own, ports from LECTIO_SLURM_PORT (by default
# 17310) on; needs root, and Debian's packages where Slurm is not installed.
set -euo pipefail

lectio=$(realpath -- "$1")
games=${2:-1000}
port=${LECTIO_SLURM_PORT:-17310}

# have PROGRAM... reports whether all of them are there.
have() {
  local program
  for program; do
    command -v "$program" >/dev/null || return
  done
}

if ! have slurmctld slurmd sbatch munged; then
  apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q slurmctld slurmd slurm-client munge >/dev/null
fi

dir=$(mktemp -d)
chmod 755 "$dir"
pids=()
finish() {
  # Only what was started here: each has its own process group.
  for pid in "${pids[@]}"; do kill -9 -- "-$pid" 2>/dev/null || kill -9 "$pid" 2>/dev/null || true; done
  rm -rf -- "$dir"
}
trap finish EXIT

# serve NAME COMMAND... starts a server in a process group of its own.
serve() {
  local name=$1
  shift
  setsid "$@" >"$dir/$name.out" 2>&1 &
  pids+=($!)
  disown
}

fail() {
  printf '%s\n' "$*" >&2
  tail -n 20 "$dir"/*.log "$dir"/*.out >&2 || true
  exit 1
}

# until_true SECONDS COMMAND... waits until the command succeeds.
until_true() {
  local left=$(($1 * 10))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $((left -= 1)) -gt 0 ] || fail "waited too long for: $*"
    sleep 0.1
  done
}

host=$(hostname -s)
mkdir "$dir"/{munge,state,spool,games}
chmod 700 "$dir/munge"
head -c 1024 /dev/urandom >"$dir/munge/key"
chmod 400 "$dir/munge/key"
cat >"$dir/slurm.conf" <<EOF
ClusterName=lectio
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/linear
SchedulerType=sched/builtin
SlurmdParameters=config_overrides
ReturnToService=2
JobRequeue=1
MinJobAge=600
NodeName=n[1-4] NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1))-$((port + 4)) CPUs=1 RealMemory=500 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
export SLURM_CONF=$dir/slurm.conf
mkdir "$dir"/spool/n{1,2,3,4}

munged --force --foreground --key-file "$dir/munge/key" --socket "$dir/munge.socket" --pid-file "$dir/munge/pid" \
  --log-file "$dir/munge/log" --seed-file "$dir/munge/seed" >"$dir/munged.out" 2>&1 &
pids+=($!)
disown
until_true 20 test -S "$dir/munge.socket"
serve slurmctld slurmctld -D -i -f "$dir/slurm.conf"
node() { serve "slurmd-$1" slurmd -D -N "$1" -f "$dir/slurm.conf"; }
for n in n1 n2 n3 n4; do node $n; done
four_idle() { [ "$(sinfo -h -N -t idle -o %N | wc -l)" -eq 4 ]; }
until_true 60 four_idle
printf 'Slurm %s: four nodes on %s\n' "$(slurmctld -V | cut -d' ' -f2)" "$host"

# The plan, and what comes of it without Slurm.
cd "$dir/games"
"$lectio" sweep plan mylna --interpretations each --games "$games" --out p.sweep
"$lectio" sweep run p.sweep --dir alone
"$lectio" sweep merge p.sweep alone --out a.json >alone.txt

# The program on the nodes: the first time that task 2 runs it hangs as soon as a unit
# is finished, so that the power can be cut in the middle of the next.
cat >node <<EOF
#!/usr/bin/env bash
if [ "\${SLURM_ARRAY_TASK_ID:-}" = 2 ] && [ -z "\${SLURM_RESTART_COUNT:-}" ]; then
  from=\$(sed 's/.*--units \([0-9]*\).*/\1/' <<<"\$*")
  "$lectio" "\$@" &
  until [ -e "\$(printf 'p.results/unit-%06d.json' "\$from")" ]; do :; done
  kill -STOP \$!
  echo "\$SLURMD_NODENAME \$! \$\$" >"$dir/games/held.tmp"
  mv "$dir/games/held.tmp" "$dir/games/held"
  wait
fi
exec "$lectio" "\$@"
EOF
chmod +x node
"$lectio" sweep slurm p.sweep --tasks 4 --program "$dir/games/node"
sed -i "2i #SBATCH --chdir=$dir/games" p.slurm/array.sbatch p.slurm/merge.sbatch
sh p.slurm/submit.sh | tee submitted
array=$(sed 's/array \([0-9]*\),.*/\1/' submitted)
merge=$(sed 's/.*merge \([0-9]*\)/\1/' submitted)

until_true 120 test -e held
read -r down stopped script <held
printf 'cutting the power of %s in the middle of task 2\n' "$down"
finished=$(ls p.results | wc -l)
# slurmd and the program die without a word, and what the node had written aside stays.
step=$(ps -o ppid= -p "$script") # what watches over the task
kill -9 "$(cat "$dir/slurmd-$down.pid")" $step "$stopped" "$script"
scontrol update nodename="$down" state=down reason='power cut'
requeued() { [ "$(scontrol show job "${array}_2" | sed -n 's/.*Restarts=\([0-9]*\).*/\1/p')" = 1 ]; }
until_true 60 requeued
node "$down"
# Slurm waits two minutes before it begins a task anew; there is no need to here.
scontrol update jobid="${array}_2" starttime=now || true

ended() { [ -z "$(squeue -h -j "$array,$merge")" ]; }
until_true 400 ended
state=$(scontrol show job "$merge" | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p')
[ "$state" = COMPLETED ] || { cat slurm-*.out >&2; fail "the merge ended as $state"; }
cmp a.json p.json || fail 'the merge of four tasks is another than that of one run'
"$lectio" sweep merge p.sweep alone p.results --out both.json >/dev/null
cmp a.json both.json || fail 'with both results there is another merge'
printf 'task 2 was killed with %s of %s results there, and queued again; the merge has the same %s bytes as a run without Slurm\n' \
  "$finished" "$(ls p.results | wc -l)" "$(stat -c %s a.json)"
