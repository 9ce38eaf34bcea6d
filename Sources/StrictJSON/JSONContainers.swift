import CJansson

/// An object whose members are read by name; what nobody read is unknown.
public struct JSONObject {
  /// The object as a value.
  public let value: JSONValue
  private var readNames: [String] = []

  init(_ value: JSONValue) {
    self.value = value
  }

  /// How many members the object has.
  public var count: Int { json_object_size(value.node) }

  /// The member with the name, or nil and a fault when there is none.
  public mutating func required(_ name: String) -> JSONValue? {
    if let member = optional(name) { return member }
    let path = JSONPath.member(of: value.path, name: name)
    value.document.report(
      JSONFault(pointer: path.pointer, detail: path.subject + " is required"))
    return nil
  }

  /// The member with the name, also when it is `null`, or nil.
  public mutating func optional(_ name: String) -> JSONValue? {
    readNames.append(name)
    guard let node = json_object_get(value.node, name) else { return nil }
    return JSONValue(
      document: value.document, node: node, path: .member(of: value.path, name: name))
  }

  /// The member with the name, or nil when it is missing or `null`: for files of programs that
  /// write every member.
  public mutating func present(_ name: String) -> JSONValue? {
    guard let member = optional(name), !member.isNull else { return nil }
    return member
  }

  /// The names that were not read so far, in the order of the document.
  public var unreadNames: [String] {
    var names: [String] = []
    var place = json_object_iter(value.node)
    while let current = place {
      if let key = json_object_iter_key(current) {
        let name = String(cString: key)
        if !readNames.contains(name) { names.append(name) }
      }
      place = json_object_iter_next(value.node, current)
    }
    return names
  }

  /// Reports every member that was not read, by name.
  ///
  /// Called after the last reading.
  public func refuseUnread() {
    for name in unreadNames {
      let path = JSONPath.member(of: value.path, name: name)
      value.document.report(
        JSONFault(pointer: path.pointer, detail: path.subject + " is not a known name here"))
    }
  }
}

/// The elements of an array in their order.
public struct JSONArray: RandomAccessCollection {
  private let value: JSONValue
  /// How many elements the array has.
  public let count: Int

  init(_ value: JSONValue, count: Int) {
    self.value = value
    self.count = count
  }

  /// The first place: 0.
  public var startIndex: Int { 0 }
  /// The place after the last element.
  public var endIndex: Int { count }

  /// The element at a place from 0; a place outside is a fault of the program.
  public subscript(index: Int) -> JSONValue {
    guard let node = json_array_get(value.node, index) else {
      preconditionFailure("an array of \(count) elements has none at \(index)")
    }
    return JSONValue(
      document: value.document, node: node, path: .element(of: value.path, index: index))
  }
}
