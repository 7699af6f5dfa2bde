#!/usr/bin/env bash
# The whole product on this machine: servers, schema, first data, then the web server and the worker until Ctrl-C.
# PostgreSQL and Redis keep running afterwards: scripts/services.sh stop ends them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/node_modules/.bin:$PATH"   # the project's own Node, also without npm run

scripts/services.sh start
settings=$(scripts/services.sh env)
while IFS= read -r line; do export "${line?}"; done <<<"$settings"
export PORT=${PORT:-4000} UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-8} MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-2}
export APP_URL=${APP_URL:-http://localhost:$PORT} ADMIN_EMAIL=${ADMIN_EMAIL:-admin@localhost.localdomain}

npm run -s model || true   # without it search goes by text alone, and /health says so
npm run -s dashboard
npm run -s db:bootstrap
npm run -s migrate
npm run -s seed

unset DATABASE_ADMIN_URL   # what runs for long never holds the superuser's password

# Job control gives each its own process group: Ctrl-C reaches this script alone, and each process gets one signal.
set -m
node src/main/worker.ts & worker=$!
node src/main/serve.ts & server=$!

finish() {
  trap 'kill -KILL "$worker" "$server" 2>/dev/null || true' INT TERM   # the second Ctrl-C does not wait
  kill -TERM "$worker" "$server" 2>/dev/null || true
  wait "$worker" "$server" || true
  exit "$1"
}
trap 'finish 0' INT TERM
status=0
wait -n "$worker" "$server" || status=$?   # when one ends, so does the other
finish "$status"
