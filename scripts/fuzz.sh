#!/bin/bash
# Runs the tests with other random input, round after round, until one fails or the time is up.
# MARKET_TEST_SEED=N swift test brings a failing round back.
# usage: FUZZ_SECONDS=600 fuzz.sh
set -euo pipefail
cd "$(dirname "$0")/.."
end=$((SECONDS + ${FUZZ_SECONDS:-600}))
while ((SECONDS < end)); do
  MARKET_TEST_SEED=$(od -An -N8 -tu8 /dev/urandom | tr -d ' ')
  export MARKET_TEST_SEED
  echo "MARKET_TEST_SEED=$MARKET_TEST_SEED"
  # The command line's tests draw nothing.
  "${SWIFT:-swift}" test --disable-xctest --skip MarketCLITests 2>&1 |
    grep -E '✘|↳|Test run with'
done
