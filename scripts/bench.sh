#!/bin/sh
# Measures what docs/benchmarks.md reports, on this machine, as ratios in one run.
# usage: bench.sh [--quick] [--ten-million] [--write]
set -eu
cd "$(dirname "$0")/.."
for product in SliceBench EventLoad; do
  "${SWIFT:-swift}" build --configuration release --static-swift-stdlib --product "$product"
done
exec python3 scripts/bench.py "$@"
