import StrictJSON

/// The settings of one strict JSON file.
struct ConfigurationFile: Sendable {
  /// Where the file was found.
  let path: String
  /// What it sets.
  let values: [ConfigurationKey: Value]

  /// The places that are looked at, in this order, when none is named; the first file counts.
  static let places = ["config/market.json", "/etc/market/market.json"]
  /// The most bytes of a configuration file.
  static let sizeLimit = 1 << 20

  /// Finds and reads the file.
  ///
  /// - Parameter named: The path that a flag or a variable names, or nil to look at ``places``.
  /// - Returns: The file, or nil when none is named and none is there.
  /// - Throws: ``Failure`` with ``ExitCode/noInput`` when the named one is not there, with
  ///   ``ExitCode/configuration`` when its content is faulty.
  static func find(named: String?) throws(Failure) -> ConfigurationFile? {
    if let named {
      return try ConfigurationFile(path: named, bytes: InputFile.read(named, limit: sizeLimit))
    }
    for place in places where Folder.exists(place) {
      return try ConfigurationFile(path: place, bytes: InputFile.read(place, limit: sizeLimit))
    }
    return nil
  }

  /// Reads a file's content; every fault in it is told at once.
  init(path: String, bytes: [UInt8]) throws(Failure) {
    self.path = path
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes, limits: .file)
    } catch {
      throw Self.failure(path, [error.description])
    }
    var values: [ConfigurationKey: Value] = [:]
    var faults: [String] = []
    if var root = document.root.object() {
      var sections: [String: JSONObject] = [:]
      for key in ConfigurationKey.allCases {
        guard let member = Self.member(of: key, in: &root, &sections) else { continue }
        do {
          values[key] = try Self.value(of: member, kind: key.entry.kind)
        } catch {
          faults.append("\(key.rawValue) \(error.detail)")
        }
      }
      for name in root.unreadNames { faults.append(Self.unknown(name)) }
      for (section, object) in sections.sorted(by: { $0.key < $1.key }) {
        faults += object.unreadNames.map { Self.unknown(section + "." + $0) }
      }
    }
    faults = document.faults.map(\.detail) + faults
    guard faults.isEmpty else { throw Self.failure(path, faults) }
    self.values = values
  }

  /// The member of a key, which may stand in a section that was not opened yet.
  private static func member(
    of key: ConfigurationKey, in root: inout JSONObject, _ sections: inout [String: JSONObject]
  ) -> JSONValue? {
    let parts = key.rawValue.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return root.optional(parts[0]) }
    if sections[parts[0]] == nil {
      sections[parts[0]] = root.optional(parts[0])?.object()
    }
    return sections[parts[0]]?.optional(parts[1])
  }

  private static func value(
    of member: JSONValue, kind: ValueKind
  ) throws(ValueRejection) -> Value? {
    switch kind {
    case .integer(let range): member.integer(in: range).map { .integer($0) }
    case .number:
      if let text = member.decimal() { try kind.value(of: text) } else { nil }
    case .peers:
      if let texts = member.array() {
        try ValueKind.peers(texts.compactMap { $0.string() })
      } else {
        nil
      }
    case .origins:
      if let texts = member.array() {
        try ValueKind.origins(texts.compactMap { $0.string() })
      } else {
        nil
      }
    case .text, .file, .choice, .moment, .color, .listenAddress, .storeAddress, .serverAddress:
      if let text = member.string() { try kind.value(of: text) } else { nil }
    }
  }

  private static func unknown(_ name: String) -> String {
    let known = ConfigurationKey.allCases.map(\.rawValue)
    if let nesting = nesting(name) { return "unknown key \(name): write \(nesting)" }
    let hint =
      Suggestion.nearest(to: name, among: known).map { " (did you mean \($0)?)" } ?? ""
    return "unknown key \(name.visible)\(hint)"
  }

  /// How a key is written whose section stands in its name with a dot; nil for any other name.
  private static func nesting(_ name: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, ConfigurationKey(rawValue: name) != nil else { return nil }
    return "{\"\(parts[0])\": {\"\(parts[1])\": …}}"
  }

  private static func failure(_ path: String, _ faults: [String]) -> Failure {
    let shown = faults.prefix(5).joined(separator: "; ")
    let rest = faults.count > 5 ? "; and \(faults.count - 5) more" : ""
    return Failure(
      .configuration, "\(path.visible): \(shown)\(rest)",
      advice: "correct the file; config/README.md lists every key")
  }
}
