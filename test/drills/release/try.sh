#!/bin/sh
# Installs a release in a clean system, starts it, signs in, stops it and starts it again: try.sh INSTALL HEALTH
# HEALTH succeeds when the service is ready. The last line is JSON, in milliseconds and megabytes.
set -eu
data=${DATA_DIR:-/var/lib/carrel}
now() { echo $(($(date +%s%N) / 1000000)); }
fail() { echo "try.sh: $1" >&2; cat /tmp/serve.log >&2; exit 1; }
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid carrel --regid carrel --clear-groups'

serve() {
  # The line of an earlier start must be gone before this one is read.
  : >/tmp/serve.log
  begun=$(now)
  $as env DATA_DIR="$data" WORKERS=1 carrel serve >/tmp/serve.log 2>&1 &
  until grep -q 'API reference at' /tmp/serve.log; do
    kill -0 $! || fail 'the service has ended'
    sleep 0.05
  done
  took=$(($(now) - begun))
  eval "$2" || fail 'the service is not ready'
}

begun=$(now)
eval "$1" >&2
installed=$(($(now) - begun))
node=$(dirname "$(dirname "$(readlink -f "$(command -v carrel)")")")/runtime/node
[ -x "$node" ] || node=node
serve "$@"
ready=$took
$as "$node" /tmp/sign-in.ts "$data/first-run.json" || fail 'nobody can sign in'
kill -TERM $!
wait $! || fail 'SIGTERM is no normal stop'
serve "$@"
# An idle process returns memory within 20 seconds.
sleep 20
memory=$(cat /proc/[0-9]*/smaps_rollup 2>/dev/null | awk '/^Pss:/ { sum += $2 } END { print int(sum * 1024 / 1000000) }')
echo "{\"installed\":$installed,\"ready\":$ready,\"again\":$took,\"memory\":$memory}"
# The namespace ends with this process, and everything in it.
