#!/bin/sh
# Measures the tabs beside Textual's in a recording pseudo-terminal (docs/benchmarks.md).
# usage: bench-terminal.sh [--quick] [--write]
set -eu
cd "$(dirname "$0")/.."
venv=.build/bench-terminal/venv
if ! "$venv/bin/python" -c 'import textual, pyte' 2>/dev/null; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet 'textual>=8,<9' pyte
fi
exec "$venv/bin/python" scripts/bench-terminal.py "$@"
