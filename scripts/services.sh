#!/usr/bin/env bash
# PostgreSQL 17 with pgvector and Redis for development and tests: services.sh start|stop|env|programs|bin
# A server whose URL is already in the environment is used as it is and not started.
# BATON_SERVICES=test trades durability for speed; BATON_DEBIAN_MIRROR names a mirror where apt knows none.
set -euo pipefail

say() { echo "services: $*" >&2; }
die() { say "$*"; exit 1; }
compose() {
  say "$1; run: docker compose up -d postgres redis"
  say "(compose.yaml says what .env needs), then set DATABASE_URL, DATABASE_ADMIN_URL and REDIS_URL"
  exit 1
}
root() { [ "$(id -u)" = 0 ]; }
# PostgreSQL refuses to run as root. Descriptor 9 is our lock, which a server must not inherit.
as_server() { if root; then runuser -u postgres -- "$@" 9>&-; else "$@" 9>&-; fi; }

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
hash=$(printf '%s:%s' "$(id -u)" "$checkout" | sha256sum | cut -c 1-10)
cache=${XDG_CACHE_HOME:-/var/tmp}
if root; then
  id postgres >/dev/null 2>&1 || useradd -r -M -s /bin/sh postgres
  # A cache below a private home is closed to the server's user.
  mkdir -p "$cache" && as_server test -x "$cache" || cache=/var/tmp
fi
dir=$cache/baton-$hash
# Binaries that root fetched serve everybody; root never runs those of another user.
pg=$cache/baton-postgres17
if ! root && ! { [ -f "$pg/.done" ] && [ "$(stat -c %u "$pg")" = 0 ]; }; then pg=$pg-$(id -u); fi
bin=$pg/root/usr/lib/postgresql/17/bin lib=$pg/root/usr/lib/x86_64-linux-gnu
data=$dir/postgres/data

# Folders in a shared place could have been laid out by another user.
own() { mkdir -p "$1"; [ -O "$1" ] && [ ! -L "$1" ] || die "$1 belongs to another user"; chmod 755 "$1"; }

free_port() {
  local port
  while :; do
    port=$(shuf -i 20000-32000 -n 1)   # below the range of outgoing connections
    taken "$port" || { echo "$port"; return; }
  done
}
taken() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
hex() { od -An -vtx1 -N "$1" /dev/urandom | tr -d ' \n'; }

save_state() {
  (umask 077; printf '%s\n' "pg_port=$pg_port" "redis_port=$redis_port" "pg_password=$pg_password" \
    "database_key=$database_key" "secret_key=$secret_key" >"$dir/state.new"; mv "$dir/state.new" "$dir/state")
}
load_state() {
  if [ -f "$dir/state" ]; then . "$dir/state"; return; fi
  pg_port=$(free_port) redis_port=$(free_port) pg_password=$(hex 24) database_key=$(hex 32) secret_key=$(hex 32)
  save_state
}

# Our own URLs, exported earlier from `env`, are not somebody else's server.
own_database() { [ -z "${DATABASE_URL:-}" ] || [ "$DATABASE_URL" = "postgres://127.0.0.1:$pg_port/baton" ]; }
own_redis() { [ -z "${REDIS_URL:-}" ] || [ "$REDIS_URL" = "redis://127.0.0.1:$redis_port" ]; }

# A process id alone may have been reused: both servers stay in their data folder.
running() {
  local pid
  pid=$(as_server head -n 1 "$1" 2>/dev/null) && [ -n "$pid" ] && as_server test "/proc/$pid/cwd" -ef "$2"
}
pg_running() { running "$data/postmaster.pid" "$data"; }
redis_running() { running "$dir/redis/pid" "$dir/redis"; }

check_platform() {
  local ids
  ids=$(. /etc/os-release 2>/dev/null && echo " ${ID:-} ${ID_LIKE:-} ") || ids=
  [[ $ids == *" debian "* || $ids == *" ubuntu "* ]] && [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] ||
    compose "servers can be fetched only on Debian or Ubuntu amd64"
}
# need FILE PACKAGE: installs the package unless the file is there.
need() {
  [ -e "$1" ] && return
  root || die "missing $1; as root run: apt-get install $2"
  say "installing $2"
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$2")
  "${install[@]}" >/dev/null 2>&1 9>&- || { apt-get -qq update >&2 || true; "${install[@]}" >/dev/null 9>&-; } || compose "$2 cannot be installed"
}

# Debian 13's signed packages, unpacked beside the system: Debian 12 and Ubuntu LTS have no PostgreSQL 17.
# LLVM is left out (jit stays off).
packages="postgresql-17 postgresql-client-17 postgresql-17-pgvector libpq5 libaudit1 libc6 libcap-ng0 libcap2 libcom-err2 libgcc-s1
 libgssapi-krb5-2 libicu76 libk5crypto3 libkeyutils1 libkrb5-3 libkrb5support0 libldap2 liblz4-1 liblzma5 libpam0g libreadline8t64
 libsasl2-2 libssl3t64 libstdc++6 libsystemd0 libtinfo6 libxml2 libxxhash0 libzstd1 zlib1g"
mirror() {
  echo "${BATON_DEBIAN_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    grep -v '^ *#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' ' || true)}"
}
fetch() {
  if [ -f "$pg/.done" ] && [ "$(stat -c %u "$pg")" = 0 ]; then return; fi
  own "$pg"
  exec 8>"$pg/lock"; flock 8
  if [ ! -f "$pg/.done" ]; then unpack 8>&- ; fi
  exec 8>&-
}
unpack() {
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg url f
  need /usr/bin/patchelf patchelf
  need "$keyring" debian-archive-keyring
  url=$(mirror); [ -n "$url" ] || compose "apt knows no Debian mirror (set BATON_DEBIAN_MIRROR)"
  say "fetching PostgreSQL 17 into $pg"
  rm -rf "$pg/root" "$pg/apt"; mkdir -p "$pg/root" "$pg/apt/lists/partial" "$pg/apt/cache/archives/partial"; : >"$pg/apt/status"
  echo "deb [arch=amd64 signed-by=$keyring] $url trixie main" >"$pg/apt/sources.list"
  local apt=(apt-get -qq -o Dir::State="$pg/apt" -o Dir::State::status="$pg/apt/status" -o Dir::State::lists="$pg/apt/lists"
    -o Dir::Cache="$pg/apt/cache" -o Dir::Etc::sourcelist="$pg/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o APT::Sandbox::User=root -o Debug::NoLocking=1 -o Acquire::Languages=none -o Acquire::Retries=3)
  # Word splitting of the package list is meant.
  { "${apt[@]}" update && (cd "$pg/apt/cache/archives" && "${apt[@]}" download $packages); } >/dev/null ||
    compose "PostgreSQL 17 cannot be fetched"
  for f in "$pg"/apt/cache/archives/*.deb; do dpkg-deb -x "$f" "$pg/root"; done
  for f in "$bin"/*; do   # patchelf writes absolute paths: the folder cannot be moved
    [ "$(head -c 4 "$f" | tail -c 3)" = ELF ] || continue
    patchelf --set-interpreter "$lib/ld-linux-x86-64.so.2" --force-rpath --set-rpath "$lib" "$f"
  done
  chmod -R a+rX "$pg"; rm -rf "$pg/apt"; touch "$pg/.done"
}

server_folder() { mkdir -p "$1"; chmod 700 "$1"; if root; then chown postgres: "$1"; fi; }

start_postgres() {
  if pg_running; then return; fi
  check_platform
  need /usr/share/zoneinfo/UTC tzdata
  fetch
  server_folder "$dir/postgres"
  if ! as_server test -d "$data"; then   # renamed when whole, so an interrupted initdb is done again
    as_server rm -rf "$data.new"
    printf '%s\n' "$pg_password" | as_server sh -c 'umask 077; cat >"$1"' sh "$dir/postgres/password"
    as_server "$bin/initdb" -D "$data.new" -U postgres -A scram-sha-256 --pwfile="$dir/postgres/password" -E UTF8 \
      --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 >/dev/null
    as_server rm "$dir/postgres/password"
    as_server mv "$data.new" "$data"
  fi
  if taken "$pg_port"; then pg_port=$(free_port); save_state; fi
  local options="-p $pg_port -h 127.0.0.1 -c unix_socket_directories= -c timezone=UTC -c jit=off -c max_connections=400 -c shared_buffers=256MB"
  # What a call costs is counted in the database: the bench and a test read it.
  # Migrating alone makes thousands of statements; beyond the limit those seldom seen would be forgotten.
  options+=" -c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.max=20000"
  if [ "${BATON_SERVICES:-}" = test ]; then options+=" -c fsync=off"; fi
  as_server "$bin/pg_ctl" -D "$data" -w -s -l "$dir/postgres/log" -o "$options" start ||
    { as_server tail -n 20 "$dir/postgres/log" >&2; die "PostgreSQL did not start"; }
}

start_redis() {
  if redis_running; then return; fi
  check_platform
  # redis-tools holds the server's program too, under another name;
  # the redis-server package would start a system service.
  if [ ! -e /usr/bin/redis-server ]; then need /usr/bin/redis-check-rdb redis-tools; fi
  server_folder "$dir/redis"
  ln -sfn "$([ -e /usr/bin/redis-server ] && echo /usr/bin/redis-server || echo /usr/bin/redis-check-rdb)" "$dir/redis-server"
  if taken "$redis_port"; then redis_port=$(free_port); save_state; fi
  as_server "$dir/redis-server" --port "$redis_port" --bind 127.0.0.1 --dir "$dir/redis" --pidfile "$dir/redis/pid" \
    --logfile "$dir/redis/log" --save "" --appendonly no --daemonize yes >/dev/null
  for _ in $(seq 50); do if redis_running && taken "$redis_port"; then return; fi; sleep 0.1; done
  as_server tail -n 20 "$dir/redis/log" >&2; die "Redis did not start"
}

print_env() {
  if own_database; then
    echo "DATABASE_ADMIN_URL=postgres://postgres:$pg_password@127.0.0.1:$pg_port/postgres"
    echo "DATABASE_URL=postgres://127.0.0.1:$pg_port/baton"
  else
    echo "DATABASE_ADMIN_URL=$DATABASE_ADMIN_URL"
    echo "DATABASE_URL=$DATABASE_URL"
  fi
  echo "DATABASE_KEY=${DATABASE_KEY:-$database_key}"
  if own_redis; then echo "REDIS_URL=redis://127.0.0.1:$redis_port"; else echo "REDIS_URL=$REDIS_URL"; fi
  echo "SECRET_KEY=${SECRET_KEY:-$secret_key}"
}

lock() { own "$dir"; exec 9>"$dir/lock"; flock 9; }

case "${1:-}" in
  start)
    lock; load_state
    own_database || [ -n "${DATABASE_ADMIN_URL:-}" ] || die "DATABASE_URL is set without DATABASE_ADMIN_URL"
    if own_database; then start_postgres; fi
    if own_redis; then start_redis; fi
    (umask 077; rm -f "$dir/env"; print_env >"$dir/env")
    say "ready, settings in $dir/env"
    ;;
  stop)
    [ -f "$dir/state" ] || exit 0
    lock; load_state
    if pg_running; then as_server "$bin/pg_ctl" -D "$data" -w -s -m fast stop; fi
    if redis_running; then as_server kill "$(as_server head -n 1 "$dir/redis/pid")"; fi
    for _ in $(seq 100); do redis_running || break; sleep 0.05; done
    ;;
  env)
    [ -f "$dir/state" ] || die "run first: scripts/services.sh start"
    own "$dir"; load_state
    own_database || [ -n "${DATABASE_ADMIN_URL:-}" ] || die "DATABASE_URL is set without DATABASE_ADMIN_URL"
    print_env
    ;;
  bin) check_platform; fetch; echo "$bin" ;;   # where initdb, pg_dump and the like are
  programs) check_platform; fetch; echo "$pg" ;;   # PostgreSQL's, fetched if they are missing; the folder cannot be moved
  *) die "usage: scripts/services.sh start|stop|env|programs|bin" ;;
esac
