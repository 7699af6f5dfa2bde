#!/usr/bin/env bash
# The container route where no image registry can be reached: podman, and stand-ins for the base images that Dockerfile and compose.yaml
# name, made from Debian's packages, this checkout's Node and the PostgreSQL of services.sh. Needs root, on Debian or Ubuntu amd64.
#   containers.sh prepare          installs podman and makes the base images; what is there already is not made again
#   containers.sh podman ARGS…     podman
#   containers.sh build FOLDER     the image of the Dockerfile in that folder
#   containers.sh compose ARGS…    podman-compose
# Images, containers and networks are this checkout's own: nothing else that podman runs on this machine is seen or touched.
set -euo pipefail

say() { echo "containers: $*" >&2; }
die() { say "$*"; exit 1; }
[ "$(id -u)" = 0 ] || die "needs root"

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
hash=$(printf '%s' "$checkout" | sha256sum | cut -c 1-10)
cache=${XDG_CACHE_HOME:-/var/tmp}
dir=$cache/baton-containers-$hash
base=$cache/baton-debian-bookworm-1.tar
mkdir -p "$dir/networks"; chmod 700 "$dir"

settle() { cat >"$dir/$1.$$"; mv "$dir/$1.$$" "$dir/$1"; }   # at once: several of us may run beside each other
# cgroupfs and runc work without systemd and with either version of cgroups; a container may not ask for more than this machine's limits.
settle containers.conf <<CONF
[containers]
default_ulimits = ["nofile=16384:16384", "nproc=16384:16384"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "$dir/networks"
CONF
settle storage.conf <<CONF
[storage]
driver = "overlay"
graphroot = "$dir/store"
runroot = "$dir/run"
CONF
export CONTAINERS_CONF=$dir/containers.conf CONTAINERS_STORAGE_CONF=$dir/storage.conf

packages="podman podman-compose buildah runc netavark aardvark-dns iptables catatonit debootstrap debian-archive-keyring"
install_podman() {
  local program missing=
  for program in podman podman-compose debootstrap runc catatonit; do command -v "$program" >/dev/null || missing=1; done
  [ -n "$missing" ] || return 0
  say "installing podman"
  # Word splitting of the package list is meant.
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends)
  "${install[@]}" $packages >/dev/null 2>&1 || { apt-get -qq -o DPkg::Lock::Timeout=300 update >&2 || true; "${install[@]}" $packages >/dev/null; }
}

make_base() {   # a small Debian, shared by all checkouts
  [ -f "$base" ] && return
  say "unpacking Debian"
  local work mirror
  work=$(mktemp -d)
  mirror=${BATON_DEBIAN_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    grep -v '^ *#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' ' || true)}
  [ -n "$mirror" ] || die "apt knows no Debian mirror (set BATON_DEBIAN_MIRROR)"
  debootstrap --variant=minbase --include=ca-certificates,tzdata,redis-tools bookworm "$work" "$mirror" >"$dir/debootstrap.log" 2>&1 ||
    { tail -n 20 "$dir/debootstrap.log" >&2; die "Debian cannot be fetched"; }
  rm -rf "$work"/var/cache/apt/archives/*.deb "$work"/var/lib/apt/lists/*
  tar -C "$work" -cf "$base.new" . && mv "$base.new" "$base"
  rm -rf "$work"
}

image_of() { grep -hoE "(FROM|image:) +$1:[^ ]+" "$checkout/Dockerfile" "$checkout/compose.yaml" | head -n 1 | sed -E 's/^(FROM|image:) +//'; }
has() { podman image exists "$1"; }
from_base() {   # from_base IMAGE FOLDER: what its Containerfile says
  printf 'FROM localhost/debian\n' | cat - "$2/steps" >"$2/Containerfile"
  podman build -q --format docker -t "$1" "$2" >/dev/null
  say "made $1"
}

make_images() {
  local node postgres valkey work programs
  node=docker.io/library/$(image_of node) postgres=docker.io/$(image_of pgvector/pgvector) valkey=docker.io/$(image_of valkey/valkey)
  if has "$node" && has "$postgres" && has "$valkey"; then return; fi
  make_base
  has localhost/debian || podman import -q "$base" localhost/debian >/dev/null
  work=$(mktemp -d -p "$dir"); mkdir "$work/node" "$work/postgres" "$work/valkey"
  if ! has "$node"; then
    cp "$checkout/node_modules/node/bin/node" "$work/node/"
    cp -r "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$work/node/npm"
    cat >"$work/node/steps" <<'STEPS'
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd -u 1000 -m node
# The certificates lent while building are where Node looks for more.
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
STEPS
    from_base "$node" "$work/node"
  fi
  if ! has "$postgres"; then
    programs=$("$checkout/scripts/services.sh" programs)
    cp -r "$programs/root" "$work/postgres/root"
    # What the official image does with the variables that compose.yaml sets.
    cat >"$work/postgres/entry" <<'ENTRY'
#!/bin/bash
set -e
[ "$1" = postgres ] || exec "$@"
mkdir -p "$PGDATA" /var/run/postgresql; chown postgres "$PGDATA" /var/run/postgresql; chmod 700 "$PGDATA"
as() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -o postgres -m 600 <(printf '%s\n' "$POSTGRES_PASSWORD") /tmp/password
  as initdb --username=postgres --pwfile=/tmp/password $POSTGRES_INITDB_ARGS >/dev/null
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$@" -c "listen_addresses=*"
ENTRY
    chmod 755 "$work/postgres/entry"
    cat >"$work/postgres/steps" <<STEPS
COPY root $programs/root
COPY entry /usr/local/bin/entry
RUN useradd -r -M postgres
ENV PATH=/usr/local/bin:/usr/bin:/bin:$programs/root/usr/lib/postgresql/17/bin PGDATA=/var/lib/postgresql/data
# As the official image does: do not wait for clients to leave.
STOPSIGNAL SIGINT
ENTRYPOINT ["entry"]
CMD ["postgres"]
STEPS
    from_base "$postgres" "$work/postgres"
  fi
  if ! has "$valkey"; then
    # redis-tools holds the server's program too, under another name. The official image is built without protected mode.
    printf '#!/bin/sh\nprogram=$1; shift; exec "$program" "$@" --protected-mode no\n' >"$work/valkey/entry"
    printf '#!/bin/sh\nexec redis-cli "$@"\n' >"$work/valkey/valkey-cli"
    chmod 755 "$work/valkey/entry" "$work/valkey/valkey-cli"
    cat >"$work/valkey/steps" <<'STEPS'
COPY entry valkey-cli /usr/local/bin/
RUN ln -s /usr/bin/redis-check-rdb /usr/local/bin/valkey-server
ENTRYPOINT ["entry"]
CMD ["valkey-server"]
STEPS
    from_base "$valkey" "$work/valkey"
  fi
  rm -rf "$work"
}

case ${1:-} in
  prepare) install_podman; make_images ;;
  podman) shift; exec podman "$@" ;;
  compose) shift; exec podman-compose -p "baton-$hash" "$@" ;;
  build)
    # This machine's certificates and npm's settings and cache are lent to the build, and stay out of the image.
    lend=(-v /etc/ssl/certs:/etc/ssl/certs:ro -v "$(npm config get cache 2>/dev/null):/root/.npm")
    if [ -f ~/.npmrc ]; then lend+=(-v "$HOME/.npmrc:/root/.npmrc:ro"); fi
    exec podman build --format docker --network host --pull-never "${lend[@]}" -t baton "$2" ;;
  *) sed -n '2,8p' "$0" >&2; exit 2 ;;
esac
