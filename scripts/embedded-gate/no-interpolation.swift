// Rule: no interpolation: for enums and structs it compiles and prints nonsense.
// Refused with: interpolation in the portable core
public enum Tab {
  case recent
}

public func name(of tab: Tab) -> String { "tab \(tab)" }
