#!/bin/sh
# Compiles the portable core as Embedded Swift and fails on any error or warning.
#
# MarketCatalog and MarketViewModel must run in a browser too: no Foundation, no Codable, no
# existential values, no untyped throws. Type-checking alone lets those through, so both modules
# are compiled to object code, with a file that instantiates their generic parts.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

embedded() {
  swiftc -target x86_64-unknown-linux-gnu -enable-experimental-feature Embedded \
    -wmo -parse-as-library -swift-version 6 -warnings-as-errors \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility "$@"
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

embedded -module-name MarketCatalog -emit-module -emit-module-path "$work/MarketCatalog.swiftmodule" \
  -c -o "$work/MarketCatalog.o" Sources/MarketCatalog/*.swift
embedded -module-name MarketViewModel -emit-module \
  -emit-module-path "$work/MarketViewModel.swiftmodule" -I "$work" \
  -c -o "$work/MarketViewModel.o" Sources/MarketViewModel/*.swift
embedded -module-name Instances -I "$work" -c -o "$work/Instances.o" "$work/Instances.swift"
echo "embedded-gate: MarketCatalog and MarketViewModel compile as Embedded Swift"
