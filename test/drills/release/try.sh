#!/bin/sh
# Installs a release in a clean system and starts it: try.sh FILE COMMAND. The last line is JSON, in milliseconds and megabytes.
set -eu
file=$1
now() { echo $(($(date +%s%N) / 1000000)); }
begun=$(now)
eval "$2" >&2
installed=$(now)
setpriv --reuid carrel --regid carrel --clear-groups env DATA_DIR=/var/lib/carrel WORKERS=1 carrel serve >/tmp/serve.log 2>&1 &
until grep -q 'API reference at' /tmp/serve.log; do
  kill -0 $! || { cat /tmp/serve.log >&2; exit 1; }
  sleep 0.1
done
ready=$(now)
node=$(dirname "$(dirname "$(readlink -f /usr/bin/carrel)")")/runtime/node
"$node" -e 'fetch("http://127.0.0.1:8080/readyz").then(({ status }) => process.exit(status === 200 ? 0 : 1))'
sleep 5
memory=$(cat /proc/[0-9]*/smaps_rollup 2>/dev/null | awk '/^Pss:/ { sum += $2 } END { print int(sum * 1024 / 1000000) }')
echo "{\"installed\":$((installed - begun)),\"ready\":$((ready - installed)),\"memory\":$memory}"
# The namespace ends with this process, and everything in it.
