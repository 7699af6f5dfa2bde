#!/usr/bin/env bash
# Runs a program of Debian 13 that Debian 12 lacks or has too old: debian-13.sh promtool check rules FILE, debian-13.sh pgbouncer SETTINGS
# PROMTOOL, PROMETHEUS, PGBOUNCER and HAPROXY name one that is there already; BATON_DEBIAN_MIRROR a mirror where apt knows none.
set -euo pipefail
die() { echo "debian-13: $*" >&2; exit 1; }
program=${1:-}; shift || true
case $program in
  promtool) at=usr/bin/promtool packages=(promtool libc6); given=${PROMTOOL:-} ;;
  prometheus) at=usr/bin/prometheus packages=(prometheus libc6); given=${PROMETHEUS:-} ;;
  pgbouncer) at=usr/sbin/pgbouncer given=${PGBOUNCER:-}
    packages=(pgbouncer libc6 libcares2 libevent-2.1-7t64 libssl3t64 libsystemd0 libpam0g zlib1g libzstd1 libcap2 libaudit1 libcap-ng0) ;;
  haproxy) at=usr/sbin/haproxy given=${HAPROXY:-}
    packages=(haproxy libc6 libcap2 libcrypt1 liblua5.4-0 libopentracing-c-wrapper0t64 libopentracing1 libpcre2-8-0 libjemalloc2 libssl3t64 libzstd1 zlib1g
      libgcc-s1 libstdc++6) ;;
  *) die "usage: debian-13.sh promtool|prometheus|pgbouncer|haproxy ARGUMENTS" ;;
esac
if [ -n "$given" ]; then exec "$given" "$@"; fi

# Unpacked beside the system, as services.sh does with PostgreSQL. A folder that root made serves everybody.
dir=${XDG_CACHE_HOME:-/var/tmp}/baton-$program
if ! { [ -f "$dir/.done" ] && [ "$(stat -c %u "$dir")" = 0 ]; } && [ "$(id -u)" != 0 ]; then dir=$dir-$(id -u); fi
if [ ! -f "$dir/.done" ]; then
  [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || die "it can be fetched only on Debian or Ubuntu amd64 (set ${program^^})"
  mkdir -p "$dir"; [ -O "$dir" ] && [ ! -L "$dir" ] || die "$dir belongs to another user"
  exec 8>"$dir/lock"; flock 8
fi
if [ ! -f "$dir/.done" ]; then
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  [ -f "$keyring" ] || die "missing the package debian-archive-keyring"
  url=${BATON_DEBIAN_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    grep -v '^ *#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' ' || true)}
  [ -n "$url" ] || die "apt knows no Debian mirror (set BATON_DEBIAN_MIRROR)"
  rm -rf "$dir/root" "$dir/apt"; mkdir -p "$dir/root" "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"; : >"$dir/apt/status"
  echo "deb [arch=amd64 signed-by=$keyring] $url trixie main" >"$dir/apt/sources.list"
  apt=(apt-get -qq -o Dir::State="$dir/apt" -o Dir::State::status="$dir/apt/status" -o Dir::State::lists="$dir/apt/lists"
    -o Dir::Cache="$dir/apt/cache" -o Dir::Etc::sourcelist="$dir/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o APT::Sandbox::User=root -o Debug::NoLocking=1 -o Acquire::Languages=none -o Acquire::Retries=3)
  { "${apt[@]}" update && (cd "$dir/apt/cache/archives" && "${apt[@]}" download "${packages[@]}"); } >/dev/null || die "it cannot be fetched"
  for f in "$dir"/apt/cache/archives/*.deb; do dpkg-deb -x "$f" "$dir/root"; done
  chmod -R a+rX "$dir"; rm -rf "$dir/apt"; touch "$dir/.done"
fi
# By the C library it was built against, which the system's may be older than.
lib=$dir/root/usr/lib/x86_64-linux-gnu
exec "$lib/ld-linux-x86-64.so.2" --library-path "$lib" "$dir/root/$at" "$@"
