#!/bin/sh
# Migrates the store, fills it with a shop when it is empty, and serves it.
set -eu
cd "$(dirname "$0")/.."
market=.build/release/market-cli

"$market" migrate
if [ -z "$("$market" export | head -c 1)" ]; then
  "$market" seed
fi
exec "$market" serve
