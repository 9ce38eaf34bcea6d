// Rule: no values of `any P`.
// Refused with: cannot use a value of protocol type 'any Feed' in embedded Swift
public protocol Feed {
  func count() -> Int
}

public struct EmptyFeed: Feed {
  public func count() -> Int { 0 }
}

public func count(of feed: any Feed) -> Int { feed.count() }

public func countOfNothing() -> Int { count(of: EmptyFeed()) }
