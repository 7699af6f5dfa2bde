#!/usr/bin/env bash
# Baton to look around in, until Ctrl-C: a database of its own, a person, an organization and the sample project with its agent at work.
# PostgreSQL and Redis keep running afterwards: scripts/services.sh stop ends them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/node_modules/.bin:$PATH"   # the project's own Node, also without npm run

scripts/services.sh start
settings=$(scripts/services.sh env)
while IFS= read -r line; do export "${line?}"; done <<<"$settings"
# Apart from what `npm run local` keeps.
export DATABASE_URL=${DATABASE_URL%/*}/${DEMO_DATABASE:-baton_demo} REDIS_PREFIX=${DEMO_DATABASE:-baton_demo} FILES_URL=file://$PWD/data/${DEMO_DATABASE:-baton_demo}-files
free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'; }
export PORT=${PORT:-$(free_port)} UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-8} MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-2} LOG_LEVEL=${LOG_LEVEL:-warn}
export APP_URL=http://localhost:$PORT ADMIN_EMAIL=

npm run -s model || true   # without it search goes by text alone
if [ -z "$(find dashboard/dist -name index.html 2>/dev/null)" ] || [ -n "$(find dashboard/src -newer dashboard/dist/index.html -print -quit)" ]; then npm run -s dashboard; fi
npm run -s db:bootstrap
npm run -s migrate >/dev/null
npm run -s seed >/dev/null

unset DATABASE_ADMIN_URL   # what runs for long never holds the superuser's password

# Job control gives each its own process group: Ctrl-C reaches this script alone, and each process gets one signal.
set -m
node src/main/worker.ts >/dev/null & worker=$!
node src/main/serve.ts >/dev/null & server=$!

finish() {
  trap 'kill -KILL "$worker" "$server" 2>/dev/null || true' INT TERM   # the second Ctrl-C does not wait
  kill -TERM "$worker" "$server" 2>/dev/null || true
  wait "$worker" "$server" || true
  exit "$1"
}
trap 'finish 0' INT TERM
node scripts/demo.ts || finish 1
status=0
wait -n "$worker" "$server" || status=$?   # when one ends, so does the other
finish "$status"
