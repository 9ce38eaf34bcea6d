#!/bin/bash
# Compares the HTTP engine with llhttp over generated requests (Tests/Fuzz/http_differential.py).
# Serves an empty store on loopback meanwhile; llhttp comes from PyPI, into .build/fuzz.
# usage: FUZZ_REQUESTS=20000 fuzz-http.sh
set -euo pipefail
cd "$(dirname "$0")/.."
port=18090
python=.build/fuzz/bin/python
if ! "$python" -c 'import httptools' 2>/dev/null; then
  python3 -m venv .build/fuzz
  "$python" -m pip install --quiet httptools
fi
MARKET_DATA=$(mktemp --directory)
export MARKET_DATA
market=.build/release/market-cli
"$market" migrate --quiet
"$market" serve --quiet --listen "127.0.0.1:$port" &
server=$!
trap 'kill "$server"; wait "$server" || true; rm -rf "$MARKET_DATA"' EXIT
# The script waits for the server to listen.
"$python" Tests/Fuzz/http_differential.py --port "$port" --count "${FUZZ_REQUESTS:-20000}" \
  --seed "$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')"
