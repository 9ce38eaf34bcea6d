// Rule: no weak references.
// Refused with: attribute 'weak' cannot be used in Embedded Swift
public final class Tab {}

public final class Screen {
  weak var tab: Tab?
}
