import MarketCatalog
import MarketSQLite

extension Failure {
  /// Tells what a store's error means, after a look at the store where the error alone misleads.
  ///
  /// A statement that fails because another program has migrated the store meanwhile is no fault
  /// of this one: that program's migrations are told then.
  ///
  /// - Parameters:
  ///   - error: What the store said.
  ///   - address: Where the store is, or nil when that is what failed.
  init(explaining error: StoreError, at address: StoreAddress?) {
    var cause = error
    if case .unexpected = error, let address {
      do throws(StoreError) {
        _ = try SQLiteStore(path: address.path)
      } catch {
        cause = error
      }
    }
    self.init(cause, at: address)
  }

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
    case .unavailable(let detail):
      self.init(.unavailable, message, advice: "check the store with: market-cli doctor")
      take(adviceOf: detail)
    case .notPermitted(let detail):
      self.init(
        .notAllowed, detail,
        advice:
          "copy the store into a folder of yours, or ask for the right to write: SQLite keeps "
          + "a log beside a store, also for who only reads it")
      take(adviceOf: detail)
    case .full:
      self.init(.inputOutput, message, advice: "make room and run the command again")
    case .inputOutput:
      self.init(
        .inputOutput, message,
        advice: "look at the disk, its limits and the system's log, then run: market-cli doctor")
    case .constraint:
      self.init(.badData, message, advice: "correct the data and run the command again")
    case .schemaMismatch(let detail):
      self.init(
        .configuration, message, advice: "see what is pending with: market-cli migrate status")
      take(adviceOf: detail)
    case .corrupt(let detail):
      self.init(
        .badData, message, advice: "see what is wrong with: market-cli doctor; restore a copy")
      take(adviceOf: detail)
    case .unknownProducts:
      self.init(
        .badData, error.description + "; nothing was changed",
        advice: "market-cli export lists every listed product with its id")
    case .cancelled, .cursor, .unexpected:
      self.init(.internalFault, message, advice: "report this with the command that you ran")
    }
  }

  /// Takes a detail that says what to do behind its last semicolon, as a migrator's does.
  private mutating func take(adviceOf detail: String) {
    let parts = detail.split(separator: "; ")
    guard parts.count > 1, let last = parts.last else { return }
    message = parts.dropLast().joined(separator: "; ")
    advice = String(last)
  }

  /// What is wrong and what to do, in one line of `doctor`, which does not send to itself.
  var lineOfDoctor: String {
    advice.contains("market-cli doctor") ? message : message + "; " + advice
  }
}
