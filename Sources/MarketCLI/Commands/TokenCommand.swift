import MarketAPI
import MarketCatalog
import MarketSQLite
import MarketText

/// `token create`, `token list` and `token revoke`.
enum TokenCommand {
  /// What `--role` may be.
  enum Role: String, CaseIterable {
    case admin
    case vendor
  }

  /// Makes a key and prints it: alone on standard output, so that a script can keep it, and what it
  /// is on standard error.
  static func create(_ context: Context) throws -> ExitCode {
    let role = try role(context.arguments)
    let key = AccessKey.random()
    var expiresAt: Timestamp?
    if case .moment(let moment)? = context.arguments.value(.tokenExpires) { expiresAt = moment }
    let draft = TokenDraft(
      name: (context.arguments.text(.tokenName) ?? "").normalizedNFC, role: role,
      secretHash: key.hash, expiresAt: expiresAt)
    let now = context.now
    if let fault = draft.faults(at: now).first { throw failure(for: fault) }
    let writer = try writer(context)
    let token = try add(draft, at: now, to: writer)
    do {
      try context.output.writeLine(key.text)
      try context.output.flush()
    } catch {
      // A key that nobody has must not open anything.
      _ = try writer.revokeToken(token.id, at: now)
      throw error
    }
    let end = expiresAt.map { ", until " + $0.rfc3339 } ?? ""
    context.standardError.note(
      "key \(token.id), \(description(of: role))\(end): shown this once, since only its hash is kept"
    )
    return .done
  }

  /// Prints every key by id: id, role, whether it is taken, creation, end and name, with tabs between.
  static func list(_ context: Context) throws -> ExitCode {
    let now = context.now
    for token in try writer(context).tokens() {
      let columns = [
        String(token.id), text(of: token.role), text(of: token.standing(at: now)),
        token.createdAt.rfc3339, token.expiresAt?.rfc3339 ?? "never", token.name.displayable,
      ]
      try context.output.writeLine(columns.joined(separator: "\t"))
    }
    return .done
  }

  /// Takes a key back; one that was taken back before stays so.
  static func revoke(_ context: Context) throws -> ExitCode {
    guard let id = context.arguments.integers.first else {
      preconditionFailure("the table asks for an id")
    }
    guard try writer(context).revokeToken(id, at: context.now) else {
      throw Failure(
        .badData, "there is no key with the id \(id)", advice: "see: market-cli token list")
    }
    return .done
  }

  private static func writer(_ context: Context) throws -> SQLiteWriter {
    try context.settings().openStore().makeWriter()
  }

  // MARK: Options

  private static func role(_ arguments: Arguments) throws(Failure) -> TokenRole {
    guard let text = arguments.text(.tokenRole), let role = Role(rawValue: text) else {
      throw Failure(
        .usage, "token create needs --role",
        advice: "write --role admin, or --role vendor --vendor ID")
    }
    let vendorID = arguments.integer(.tokenVendor)
    switch role {
    case .admin:
      guard vendorID == nil else {
        throw Failure(
          .usage, "--vendor is only for --role vendor",
          advice: "leave --vendor out, or write --role vendor")
      }
      return .admin
    case .vendor:
      guard let vendorID else {
        throw Failure(
          .usage, "--role vendor needs --vendor", advice: "see: market-cli vendor list")
      }
      return .vendor(vendorID)
    }
  }

  private static func failure(for fault: FieldFault) -> Failure {
    switch fault.pointer {
    case "/expires_at":
      Failure(
        .usage, "--expires must be later than now: a date is the beginning of its day in UTC",
        advice: "name a later date, or leave it out for a key that never expires")
    case _:
      Failure(.usage, "--" + fault.detail, advice: "give the key another name")
    }
  }

  /// Tells in plain words that there is no such vendor, the one rule that a checked draft can break.
  private static func add(
    _ draft: TokenDraft, at now: Timestamp, to writer: SQLiteWriter
  ) throws -> AccessToken {
    do throws(StoreError) {
      return try writer.addToken(draft, at: now)
    } catch {
      guard case .constraint = error, case .vendor(let id) = draft.role else { throw error }
      throw Failure(
        .badData, "there is no vendor with the id \(id)", advice: "see: market-cli vendor list")
    }
  }

  // MARK: Words

  private static func description(of role: TokenRole) -> String {
    switch role {
    case .admin: "for everything"
    case .vendor(let id): "for what vendor \(id) sells"
    }
  }

  private static func text(of role: TokenRole) -> String {
    switch role {
    case .admin: "admin"
    case .vendor(let id): "vendor \(id)"
    }
  }

  private static func text(of standing: AccessToken.Standing) -> String {
    switch standing {
    case .valid: "valid"
    case .expired: "expired"
    case .revoked: "revoked"
    }
  }
}
