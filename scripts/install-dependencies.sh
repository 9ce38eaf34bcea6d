#!/bin/sh
# Installs the Debian packages that building, testing or benchmarking needs, if any is missing.
# usage: install-dependencies.sh [build] [test] [bench] [fuzz]
set -eu

packages=
for purpose in "$@"; do
  case "$purpose" in
    build) packages="$packages libsqlite3-dev libutf8proc-dev libjansson-dev libsodium-dev zlib1g-dev libcurl4-openssl-dev" ;;
    test) packages="$packages libvterm-dev tmux" ;;
    bench) packages="$packages nginx-light wrk sqlite3" ;;
    fuzz) packages="$packages python3-venv" ;;
    *) echo "install-dependencies.sh: unknown purpose: $purpose" >&2; exit 64 ;;
  esac
done

if ! command -v "${SWIFT:-swift}" >/dev/null; then
  echo "Swift 6.2 or later is needed: https://www.swift.org/install/linux/" >&2
  exit 69
fi

missing=
for package in $packages; do
  dpkg-query --show --showformat='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' ||
    missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "missing, and this is no Debian: install what these packages hold:$missing" >&2
  exit 69
fi
if [ "$(id -u)" -eq 0 ]; then
  as_root=
elif command -v sudo >/dev/null; then
  as_root=sudo
else
  echo "missing packages; as root, run: apt-get install$missing" >&2
  exit 77
fi

echo "installing:$missing" >&2
# An old list of packages may still do, as behind a proxy that only knows the packages.
$as_root apt-get update --quiet >&2 || echo "the list of packages could not be renewed" >&2
# shellcheck disable=SC2086 # one word for each package
$as_root env DEBIAN_FRONTEND=noninteractive \
  apt-get install --quiet --yes --no-install-recommends $missing >&2 || {
  echo "could not install:$missing" >&2
  exit 69
}
