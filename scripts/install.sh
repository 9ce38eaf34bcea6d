#!/bin/sh
# Copies the release binary and its completions below a prefix.
# usage: install.sh PREFIX
set -eu
cd "$(dirname "$0")/.."
prefix=$1
market=.build/release/market-cli

install -D -m 755 "$market" "$prefix/bin/market-cli"
completions=$(mktemp -d)
trap 'rm -r "$completions"' EXIT
for shell in bash zsh fish; do
  "$market" completions "$shell" >"$completions/$shell"
done
install -D -m 644 "$completions/bash" "$prefix/share/bash-completion/completions/market-cli"
install -D -m 644 "$completions/zsh" "$prefix/share/zsh/site-functions/_market-cli"
install -D -m 644 "$completions/fish" "$prefix/share/fish/vendor_completions.d/market-cli.fish"
