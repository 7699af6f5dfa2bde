#!/usr/bin/env bash
# The whole product on this machine: servers, schema, first data, then the web server and the worker until Ctrl-C; one that ends is started again.
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

exec scripts/keep-running.sh src/main/worker.ts src/main/serve.ts
