#!/bin/sh
# Lets the program write its own pictures: the demo shop of one day, so that each run gives the same.
set -eu
cd "$(dirname "$0")/.."
market=${MARKET:-.build/release/market-cli}
mkdir -p docs/pictures

picture() {
  name=$1
  shift
  LC_ALL=ko_KR.UTF-8 MARKET_DATA=/nonexistent "$market" tabs --svg --as-of 2026-06-01 "$@" >"docs/pictures/$name.svg"
}

picture tabs
picture tabs-moving --moving --rows 16
picture tabs-full --style full --rows 12 --page popular
picture tabs-ascii --ascii --rows 12
picture tabs-light --background light --rows 12 --style follow
