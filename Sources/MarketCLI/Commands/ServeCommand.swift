import HTTPServer
import MarketAPI
import MarketCatalog
import MarketSQLite
import Synchronization

/// `serve`: the HTTP API until TERM, INT or HUP.
enum ServeCommand {
  static func run(_ context: Context) throws -> ExitCode {
    let settings = try context.settings()
    let store = try settings.openStore()
    let files = StoreFiles(storeAt: store.path)
    let lock = try ServeLock(storeAt: store.path, .serving)
    try ArithmeticNotice.note(store.makeReader(), settings, context.standardError)
    var server = settings.server
    limitConnections(
      &server, wanted: settings.values[.connectionLimit] != nil, context)

    // Before the server's threads are started, which inherit what is blocked.
    EndSignals.block()
    let state = ServingState()
    let log = ServeLog(standardError: context.standardError)
    var api = try configuration(settings, store, state, log)
    let events = try EventService(settings, store, log)
    api.events = events.recorder
    let products = try ProductWriter.makeQueue(clock: SystemClock.now) { () throws(StoreError) in
      (writer: try store.makeWriter(), reader: try store.makeReader())
    }
    api.products = ProductWriter(queue: products)
    let load = ServerLoad()
    let figures = events.figures
    api.figures = {
      var all = ProcessFigures.all().merging(figures.all) { $1 }
      all[.connections] = Double(load.connections)
      all[.streams] = Double(load.streams)
      return all
    }
    let handlerConfiguration = api
    let engine = Server(configuration: server, load: load) {
      MarketHandler(configuration: handlerConfiguration, reader: try store.makeReader())
    }
    let address: ListenAddress
    do throws(ServerError) {
      address = try engine.start()
    } catch {
      products.close()
      events.stop()
      throw failure(for: error, store: try settings.store)
    }
    let changes = try startWatching(store, for: engine, log)
    defer {
      engine.drain()
      engine.wait()
      // After the loops: what they were answering may still be on its way to the disk.
      changes.stop()
      products.close()
      events.stop()
      withExtendedLifetime(lock) {}
    }
    announce(address, context)
    while !EndSignals.wait(milliseconds: 1_000) {
      watch(files, state, log)
    }
    state.isEnding.store(true, ordering: .relaxed)
    context.standardError.note(
      "ending: requests in flight are answered; TERM or INT once more ends at once")
    EndSignals.release()
    return .done
  }

  /// Says where the server listens; one that nobody reads serves all the same.
  private static func announce(_ address: ListenAddress, _ context: Context) {
    let line = "listening on \(address.url)"
    do {
      try context.output.writeLine(line)
      try context.output.flush()
    } catch {
      context.standardError.note(line)
    }
  }

  /// What the loops are told of the server as a whole.
  private final class ServingState: Sendable {
    let isEnding = Atomic(false)
    let isStoreLost = Atomic(false)
  }

  /// Notices that the store's files were removed or replaced: the open ones are still read, and
  /// nobody else sees them.
  private static func watch(
    _ files: StoreFiles, _ state: ServingState, _ log: ServeLog
  ) {
    let lostPath = files.lostPath
    let wasLost = state.isStoreLost.exchange(lostPath != nil, ordering: .relaxed)
    guard wasLost != (lostPath != nil) else { return }
    let what =
      lostPath.map {
        "\($0) was removed or replaced; start the server again to serve what is there"
      }
      ?? "the store's files are back"
    log.write(what)
  }

  private static func configuration(
    _ settings: Settings, _ store: SQLiteStore, _ state: ServingState, _ log: ServeLog
  ) throws -> MarketAPIConfiguration {
    var api = MarketAPIConfiguration(
      cursorSecret: try store.makeReader().secret(.cursor), clock: SystemClock.now)
    api.cursorPolicy = settings.cursorPolicy
    api.mediaDirectory = try settings.store.mediaFolder
    api.metricsAccess = settings.metricsAccess
    api.writeLimit = WriteLimit(perSecond: settings.keyWriteLimit)
    let origins = settings.corsOrigins
    api.cors = origins.isEmpty ? .none : origins.contains("*") ? .any : .origins(Set(origins))
    api.readiness = {
      if state.isEnding.load(ordering: .relaxed) { return .notReady("the server is ending") }
      if state.isStoreLost.load(ordering: .relaxed) {
        return .notReady("the store's files were removed or replaced under the running server")
      }
      return .ready
    }
    api.log = { fault in log.write("\(fault.requestID) \(fault.request): \(fault.detail)") }
    return api
  }

  /// Milliseconds between two looks for changes, of this process or any other.
  private static let watchInterval: Int64 = 100

  /// Tells the server's streams what changes in the store.
  private static func startWatching(
    _ store: SQLiteStore, for engine: Server, _ log: ServeLog
  ) throws -> PeriodicWork {
    try PeriodicWork(every: watchInterval) { () throws(StoreError) in
      let reader = try store.makeReader()
      var watch = ChangeWatch()
      return { () throws(StoreError) in
        for news in watch.news(at: try reader.version()) {
          engine.publish(news.message, at: news.position, to: news.topic)
        }
      }
    } reporting: { error in
      log.write("changes cannot be watched: \(error.debugDescription)")
    }
  }

  /// Descriptors that a loop and its reader need, with room for pictures being read.
  private static let descriptorsPerThread = 32

  /// Below this many connections the limit is worth a word that nobody asked for.
  private static let fewConnections = 10_000

  /// Takes as many connections as were asked for, or as the system lets this process have.
  private static func limitConnections(
    _ server: inout ServerConfiguration, wanted: Bool, _ context: Context
  ) {
    let possible = DescriptorLimit.raise() - 64 - server.threads * descriptorsPerThread
    guard possible < server.connectionLimit else { return }
    server.connectionLimit = max(possible, 1)
    guard wanted || possible < fewConnections else { return }
    context.standardError.note(
      "at most \(server.connectionLimit) connections: the system allows no more open files")
  }

  private static func failure(for error: ServerError, store: StoreAddress) -> Failure {
    let message = "\(error)"
    return switch error {
    case .addressInUse(let address), .addressNotUsable(let address, _):
      Failure(.unavailable, message, advice: advice(insteadOf: address))
    case .addressNotPermitted(.unix):
      Failure(
        .notAllowed, message, advice: "name a path in a folder of yours with --listen unix:PATH")
    case .addressNotPermitted(.ipv4), .addressNotPermitted(.ipv6):
      Failure(
        .notAllowed, message,
        advice: "listen on a port from 1024 with --listen, or put a proxy in front")
    case .staleSocket:
      Failure(.unavailable, message, advice: "remove the socket and start again")
    case .handlerNotMade(let reason as StoreError): Failure(reason, at: store)
    case .systemCallFailed, .handlerNotMade:
      Failure(.unavailable, message, advice: "check the limits of this user and try again")
    case .alreadyStarted:
      Failure(.internalFault, message, advice: "report this with the command that you ran")
    }
  }

  /// How to listen elsewhere, or what the address lacks.
  private static func advice(insteadOf address: ListenAddress) -> String {
    switch address {
    case .ipv4, .ipv6:
      return "listen elsewhere with --listen 127.0.0.1:8081, or with MARKET_LISTEN=127.0.0.1:8081 "
        + "in front of the command, as of make run"
    case .unix(let path):
      let folder = Folder.parent(of: path)
      let other = "name another path with --listen unix:PATH"
      return Folder.exists(folder) ? other : "make the folder \(folder), or \(other)"
    }
  }
}
