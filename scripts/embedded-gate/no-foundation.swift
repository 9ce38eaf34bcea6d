// Rule: no Foundation.
// Refused with: no such module 'Foundation'
import Foundation

public func present() -> Double { Date().timeIntervalSince1970 }
