#!/bin/sh
# Compiles the portable core as Embedded Swift and fails on any error or warning.
#
# MarketCatalog and MarketViewModel must run in a browser too. Type-checking alone lets most of what
# Embedded Swift lacks through, so both modules are compiled to object code, with a file that
# instantiates their generic parts: for this machine, and for the browser's, where Int has 32 bits.
# Then every file of scripts/embedded-gate/ breaks one rule, and the gate fails unless that file is
# refused, for its own reason, though it is good Swift otherwise.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

common="-parse-as-library -swift-version 6 -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility"

# usage: embedded TARGET [argument...]
embedded() {
  triple=$1
  shift
  # shellcheck disable=SC2086 # a list of words
  swiftc -target "$triple" -enable-experimental-feature Embedded -wmo -warnings-as-errors \
    $common "$@"
}

# What the compiler takes and should not. usage: refuse_interpolation FILE...
refuse_interpolation() {
  # shellcheck disable=SC1003 # a backslash in single quotes
  if grep -n -F '\(' "$@" /dev/null; then
    echo "error: interpolation in the portable core" >&2
    return 1
  fi
}

# usage: compile_core TARGET
compile_core() {
  mkdir "$work/$1"
  embedded "$1" -module-name MarketCatalog -c -o "$work/$1/MarketCatalog.o" \
    -emit-module -emit-module-path "$work/$1/MarketCatalog.swiftmodule" \
    Sources/MarketCatalog/*.swift
  embedded "$1" -module-name MarketViewModel -I "$work/$1" -c -o "$work/$1/MarketViewModel.o" \
    -emit-module -emit-module-path "$work/$1/MarketViewModel.swiftmodule" \
    Sources/MarketViewModel/*.swift
  embedded "$1" -module-name Instances -I "$work/$1" -c -o "$work/$1/Instances.o" \
    "$work/Instances.swift"
}

# What the gate does to the core, done to one file. usage: compile_case FILE
compile_case() {
  refuse_interpolation "$1" &&
    for triple in $targets; do
      embedded "$triple" -module-name Case -c -o "$work/case.o" "$1" || return
    done
}

# usage: must_refuse FILE
must_refuse() {
  reason=$(sed -n 's|^// Refused with: ||p' "$1")
  if [ -z "$reason" ]; then
    echo "embedded-gate: $1 does not say what it is refused with" >&2
    exit 1
  fi
  # shellcheck disable=SC2086 # a list of words
  swiftc -typecheck $common "$1" 2>"$work/log" || {
    echo "embedded-gate: $1 is no Swift at all" >&2
    cat "$work/log" >&2
    exit 1
  }
  if compile_case "$1" >"$work/log" 2>&1; then
    echo "embedded-gate: $1 was taken, and breaks a rule" >&2
    exit 1
  fi
  grep -q -F "$reason" "$work/log" || {
    echo "embedded-gate: $1 was refused for another reason" >&2
    cat "$work/log" >&2
    exit 1
  }
  rules=$((rules + 1))
}

cat >"$work/Instances.swift" <<'SWIFT'
import MarketCatalog
import MarketViewModel

struct EmptyFeed: FeedReading {
  func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    if query.cursor != nil { throw .cursor(.malformed) }
    return FeedSlice(generation: 1, items: [], next: nil)
  }
}

func answer<Feed: FeedReading>(
  _ effect: FeedEffect, from feed: Feed, at now: Timestamp
) -> FeedMessage? {
  guard case .load(let request) = effect else { return nil }
  do throws(StoreError) {
    return .loaded(request.id, try feed.slice(request.query, at: now))
  } catch {
    return .failed(request.id, error)
  }
}

public func drive() -> Int {
  var model = FeedViewModel()
  var seen: Set<FeedViewModel> = [model]
  for effect in model.update(.appeared(rows: 10), at: Moment(seconds: 1)) {
    if let message = answer(effect, from: EmptyFeed(), at: Timestamp(milliseconds: 0)) {
      let effects = model.update(message, at: Moment(seconds: 2))
      for next in effects where next == .announce(.selected(.first)) { return -1 }
    }
  }
  seen.insert(model)
  let price = Money(decimal: "2.36"[...], currency: .usd)
  let day = Timestamp(rfc3339: "2026-01-02"[...])
  return seen.count + (price?.decimal.utf8.count ?? 0) + (day?.rfc3339.utf8.count ?? 0)
}
SWIFT

targets="x86_64-unknown-linux-gnu wasm32-unknown-none-wasm"
refuse_interpolation Sources/MarketCatalog/*.swift Sources/MarketViewModel/*.swift
for target in $targets; do
  compile_core "$target"
done
rules=0
for file in scripts/embedded-gate/*.swift; do
  must_refuse "$file"
done
echo "embedded-gate: MarketCatalog and MarketViewModel compile as Embedded Swift; $rules rules hold"
