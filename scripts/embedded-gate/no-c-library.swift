// Rule: the time and everything else of the system is passed in.
// Refused with: no such module 'Glibc'
import Glibc

public func present() -> Int { time(nil) }
