import Glibc
import MarketCatalog
import MarketSQLite

/// `doctor`: one line for each thing that can be wrong.
enum DoctorCommand {
  /// What a check found.
  private enum Finding {
    case fine(String)
    case wrong(String)
    case notChecked(String)
  }

  static func run(_ context: Context) throws -> ExitCode {
    var isWell = true
    func report(_ subject: String, _ finding: Finding) throws {
      let line: String
      switch finding {
      case .fine(let detail): line = "ok     \(subject): \(detail)"
      case .wrong(let detail):
        line = "wrong  \(subject): \(detail)"
        isWell = false
      case .notChecked(let reason): line = "-      \(subject): not checked, \(reason)"
      }
      try context.output.writeLine(
        line.split(whereSeparator: \.isNewline).joined(separator: " ").visible)
    }

    let settings: Settings
    let address: StoreAddress
    do throws(Failure) {
      settings = try context.settings()
      address = try settings.store
    } catch {
      try report("configuration", .wrong(error.lineOfDoctor))
      return .difference
    }
    try report("configuration", configuration(settings))
    let store = store(settings, address)
    try report("store", store)
    if case .fine = store {
      try report("schema", schema(settings))
      try report("integrity", integrity(settings))
      try report("popularity", popularity(settings))
      try report("pictures", pictures(settings, address))
    } else {
      try report("schema", .notChecked("the store cannot be looked into"))
      try report("integrity", .notChecked("the store cannot be looked into"))
      try report("popularity", .notChecked("the store cannot be looked into"))
      try report("pictures", .notChecked("the store cannot be looked into"))
    }
    try report("disk", disk(address))
    return isWell ? .done : .difference
  }

  private static func configuration(_ settings: Settings) -> Finding {
    let source = settings.filePath.map { "read from \($0)" } ?? "no file, defaults only"
    let known =
      ConfigurationKey.allCases.map(\.variable) + [
        EnvironmentVariable.data, EnvironmentVariable.config,
      ]
    let strangers = environmentNames().filter { $0.hasPrefix("MARKET_") && !known.contains($0) }
    guard !strangers.isEmpty else { return .fine(source) }
    // A platform may set such variables on its own, so they are told and not judged.
    let told = strangers.sorted().map { name in
      let meant = Suggestion.nearest(to: name, among: known).map { " (did you mean \($0)?)" }
      return name + (meant ?? "")
    }
    return .fine("\(source); not settings: \(told.joined(separator: ", "))")
  }

  private static func environmentNames() -> [String] {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read("/proc/self/environ", limit: 1 << 24)
    } catch {
      return []  // Without /proc nobody can list the variables; every known one is still read.
    }
    return bytes.split(separator: 0).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
  }

  private static func store(_ settings: Settings, _ address: StoreAddress) -> Finding {
    do {
      let reader = try settings.openStore().makeReader()
      let version = try reader.version()
      return .fine(
        "\(address.text), generation \(version.generation), "
          + "catalog version \(version.catalogVersion)")
    } catch {
      return .wrong(told(error))
    }
  }

  private static func schema(_ settings: Settings) -> Finding {
    faults("as the migrations make it") { try settings.migrator().verify() }
  }

  private static func integrity(_ settings: Settings) -> Finding {
    faults("no fault found") { try settings.openStore().makeReader().integrityFaults() }
  }

  /// Compares the arithmetic that is configured with the one by which the store ranks.
  private static func popularity(_ settings: Settings) -> Finding {
    do {
      let kept = try settings.openStore().makeReader().rankArithmetic()
      if let notice = ArithmeticNotice(configured: settings.popularity, kept: kept) {
        return .wrong(notice.text(databaseFlag: settings.databaseFlag))
      }
      return .fine(ArithmeticNotice.told(settings.popularity))
    } catch {
      return .wrong(told(error))
    }
  }

  private static func faults(_ praise: String, _ find: () throws -> [String]) -> Finding {
    do {
      let faults = try find()
      guard let first = faults.first else { return .fine(praise) }
      return .wrong(first + (faults.count > 1 ? ", and \(faults.count - 1) more" : ""))
    } catch {
      return .wrong(told(error))
    }
  }

  private static func told(_ error: any Error) -> String {
    switch error {
    case let failure as Failure: failure.lineOfDoctor
    case let error as StoreError: Failure(error, at: nil).lineOfDoctor
    case let error: "\(error)"
    }
  }

  /// Looks for every picture of the market's own that a product shows.
  private static func pictures(_ settings: Settings, _ address: StoreAddress) -> Finding {
    let folder: String
    var count = 0
    var missing: [String] = []
    var missingCount = 0
    do {
      folder = address.mediaFolder
      try settings.openStore().makeReader().forEachMediaName { name in
        count += 1
        guard access(folder + "/" + name, R_OK) != 0 else { return }
        missingCount += 1
        if missing.isEmpty { missing.append(name) }
      }
    } catch {
      return .wrong(told(error))
    }
    guard let first = missing.first else {
      return .fine(count == 0 ? "none needed" : "\(count) in \(folder)")
    }
    return .wrong(
      "\(missingCount) of \(count) cannot be read in \(folder), such as \(first); "
        + "seed and import draw the drawn ones again, restore others from a backup")
  }

  /// Free space below which writing will soon fail, in bytes: 64 MiB.
  private static let leastFreeSpace: UInt64 = 64 << 20

  private static func disk(_ address: StoreAddress) -> Finding {
    var folder = address.folder
    while !Folder.exists(folder), folder != "/", folder != "." {
      folder = Folder.parent(of: folder)
    }
    var information = statvfs()
    guard statvfs(folder, &information) == 0 else {
      return .wrong("cannot look at \(folder): \(describe(errorNumber: errno))")
    }
    let free = UInt64(information.f_bavail) * UInt64(information.f_frsize)
    let told = "\(free >> 20) MiB free at \(folder)"
    return free < leastFreeSpace ? .wrong(told + "; make room, or writing will fail") : .fine(told)
  }
}
