#!/bin/sh
# bin/bkv of a release. It needs nothing but the release's own folder, and writes nothing there: everything is kept in DATA_DIR.
# It also runs in a clone that has been started once, as scripts/bkv.sh.
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
node=$root/bin/node
[ -x "$node" ] || node=$(echo "$root"/node_modules/node-linux-*/bin/node)
command=${1:-}
if [ $# -gt 0 ]; then shift; fi

case $command in
  start | backup | restore | rotate-signing-key) ;;
  version) exec cat "$root/VERSION" ;;
  *)
    echo 'Usage: bkv start | backup [file] | restore file | rotate-signing-key | version' >&2
    exit 2
    ;;
esac
case ${DATA_DIR:-} in
  /*) ;;
  *)
    echo 'DATA_DIR must be set to the absolute path of the data folder, such as /var/lib/bkv/data.' >&2
    exit 1
    ;;
esac
if [ "$command" = start ]; then exec "$node" "$root/scripts/serve.mjs"; fi
exec "$node" "$root/scripts/$command.ts" "$@"
