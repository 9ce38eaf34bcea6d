#!/bin/bash
# Migrates the store, fills it with a shop when it is empty, and serves it.
set -euo pipefail
cd "$(dirname "$0")/.."
market=.build/release/market-cli

"$market" migrate
# A store that cannot be read is not an empty one: the failure ends this script.
first=$("$market" export | head -c 1)
if [ -z "$first" ]; then
  "$market" seed
fi
exec "$market" serve
