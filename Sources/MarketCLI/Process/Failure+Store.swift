import MarketCatalog

extension Failure {
  /// Tells what a store's error means for someone who typed a command.
  ///
  /// - Parameters:
  ///   - error: What the store said.
  ///   - address: Where the store is, or nil when that is what failed.
  init(_ error: StoreError, at address: StoreAddress?) {
    var message = error.debugDescription
    if let address, !message.contains(address.path) { message += " (\(address.text))" }
    switch error {
    case .busy:
      self.init(.busy, message, advice: "try again in a moment")
    case .unavailable:
      self.init(.unavailable, message, advice: "check the store with: market-cli doctor")
    case .constraint:
      self.init(.badData, message, advice: "correct the data and run the command again")
    case .schemaMismatch(let detail):
      // A migrator's detail says what to do behind its last semicolon.
      let parts = detail.split(separator: "; ")
      self.init(
        .configuration, parts.dropLast().joined(separator: "; "),
        advice: parts.last.map(String.init) ?? "")
      if parts.count < 2 {
        self.message = message
        advice = "see what is pending with: market-cli migrate status"
      }
    case .corrupt:
      self.init(
        .badData, message, advice: "see what is wrong with: market-cli doctor; restore a copy")
    case .cancelled, .cursor, .unexpected:
      self.init(.internalFault, message, advice: "report this with the command that you ran")
    }
  }
}
