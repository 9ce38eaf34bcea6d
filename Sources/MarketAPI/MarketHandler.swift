import CSodium
public import HTTPServer
import MarketCatalog
public import MarketJSON

/// Answers the requests of one loop: the market's HTTP API.
///
/// Belongs to the loop's thread, together with its reader. Reads block the loop for as long as the
/// store takes, which is one range scan.
public final class MarketHandler: Handler {
  let configuration: MarketAPIConfiguration
  let reader: any MarketScanning
  let signer: CursorSigner
  let tags: EntityTagMaker
  let fitter: AnswerFitter
  var writer = JSONWriter(capacity: 65_536)
  var slices = SliceBodies()
  let renderedSlices = RenderedSlices()
  private let routes = Routes()
  let counters: LoopCounters
  private let meter: RequestMeter
  /// The number of the route of the request that is being answered.
  private(set) var route = Routes.none
  /// The key that came last.
  var lastKey = LastKey()
  private var requestIDs: RequestIDs
  private var lastFreshness: (arrival: UInt64, freshness: Freshness)?
  /// The arrival whose requests read one snapshot, while one is open.
  private var snapshotArrival: UInt64?

  /// Makes the handler of a loop over the loop's own reader.
  public convenience init(configuration: MarketAPIConfiguration, reader: any MarketScanning) {
    // Must come before any other call of the library; once is enough, more is harmless.
    precondition(sodium_init() >= 0, "libsodium needs the system's random numbers")
    self.init(configuration: configuration, reader: reader, requestIDs: .random())
  }

  init(
    configuration: MarketAPIConfiguration, reader: any MarketScanning, requestIDs: RequestIDs
  ) {
    self.configuration = configuration
    self.reader = reader
    self.requestIDs = requestIDs
    counters = configuration.metrics.addLoop()
    meter = RequestMeter(configuration.metrics, counters)
    let hash = KeyedHash(key: configuration.cursorSecret)
    signer = CursorSigner(secret: hash)
    tags = EntityTagMaker(hash: hash)
    fitter = AnswerFitter(cors: configuration.cors)
  }

  /// Answers a request.
  public func respond(to request: Request) -> Reply {
    let start = meter.begin()
    route = Routes.none
    let reply: Reply
    do throws(RequestError) {
      if let rendered = try renderedSlice(for: request) {
        route = rendered.route
        _ = try caller(of: request)
        let response = response(to: request, with: rendered)
        meter.count(response.status, of: route, since: start)
        return .now(response)
      } else {
        reply = try routedReply(to: request)
      }
    } catch {
      reply = .now(context(of: request).response(to: Problem(error)))
    }
    return meter.counting(reply, of: route, since: start)
  }

  /// Tells a client why the engine refused its request, in the shape of every other problem.
  public func refuse(_ refusal: Refusal) -> Response {
    let response = context(of: nil).response(to: Problem(refusal))
    meter.count(response, of: Routes.none)
    return response
  }

  /// Ends the snapshot of the requests that had arrived together.
  public func willWait() { endSnapshot() }

  private func routedReply(to request: Request) throws(RequestError) -> Reply {
    // Only the server as a whole has this target, and only OPTIONS asks it (RFC 9110, 9.3.7).
    if request.method == .options, request.pathBytes.elementsEqual("*".utf8) {
      return .now(options(allowing: routes.allow, request))
    }
    let match = try routes.match(request.pathBytes)
    let route = match.route
    self.route = route.number
    if request.method == .options { return .now(options(allowing: route.allow, request)) }
    guard let call = route.call(request.method) else {
      throw .methodNotAllowed(allow: route.allow)
    }
    let caller = try caller(of: request)
    switch call.access {
    case .anyone: break
    case .writers: _ = try Self.requireKey(caller)
    case .operators: try requireMetricsAccess(request, caller)
    }
    try limitWrites(request, caller)
    switch call.endpoint {
    case .pages: return .now(try pages(request))
    case .feed(let page): return .now(try feed(page, request))
    case .categories: return .now(try categories(request))
    case .changes(let page): return try changes(of: page, request)
    case .events: return try recordEvents(request, caller)
    case .products: return .now(try products(request))
    case .product: return .now(try product(id: match.argument, request))
    case .productEdit: return try editProduct(id: match.argument, request, caller)
    case .productRemoval: return try unlistProduct(id: match.argument, request, caller)
    case .media: return .now(try media(name: match.argument, request))
    case .health: return .now(try health(request))
    case .readiness: return .now(try readiness(request))
    case .description: return .now(try description(request))
    case .metrics: return .now(try metrics(request))
    }
  }

  /// Answers OPTIONS, which is a preflight when it says what it will ask for.
  private func options(allowing allow: String, _ request: Request) -> Response {
    var fields = FieldLines()
    fields.append("Allow", allow)
    if request.field("access-control-request-method") != nil {
      configuration.cors.addPreflightFields(for: request, allow: allow, to: &fields)
    }
    if configuration.cors.dependsOnOrigin { fields.append("Vary", "Origin") }
    return Response(status: .noContent, fields: fields)
  }

  /// What an answer needs of a request; nil stands for one that could not be read.
  func context(of request: Request?) -> RequestContext {
    var fields = FieldLines()
    configuration.cors.addFields(for: request, to: &fields)
    if request != nil, configuration.cors.dependsOnOrigin { fields.append("Vary", "Origin") }
    return RequestContext(
      requestID: requestIDs.next(),
      request: request.map { $0.method.rawValue + " " + $0.target } ?? "a refused request",
      fields: fields, log: configuration.log)
  }

  /// What answers depend on at this moment, asked of the store and the clock once for all requests
  /// that had arrived together.
  func freshness(for request: Request) throws(RequestError) -> Freshness {
    if let lastFreshness, lastFreshness.arrival == request.arrival {
      return lastFreshness.freshness
    }
    do {
      return remember(try reader.version(), for: request)
    } catch {
      throw .store(error)
    }
  }

  /// The same, together with a snapshot that the store's reads for these requests see from now on.
  ///
  /// One read transaction for all of them, where each statement by itself begins and ends its own:
  /// that took a tenth of a slice's time. It is held for the moment until ``willWait()``.
  func snapshot(for request: Request) throws(RequestError) -> Freshness {
    if snapshotArrival == request.arrival, let lastFreshness { return lastFreshness.freshness }
    do {
      snapshotArrival = nil
      try reader.beginSnapshot()
      let freshness = remember(try reader.version(), for: request)
      snapshotArrival = request.arrival
      return freshness
    } catch {
      throw .store(error)
    }
  }

  /// Keeps a first slice for those who ask for the same.
  func keep(_ rendered: RenderedSlice, for target: [UInt8], at present: Freshness) {
    renderedSlices.insert(rendered, for: target, at: present)
    counters.renderedSlices.set(Int64(renderedSlices.count))
    counters.renderedBytes.set(Int64(renderedSlices.byteCount))
  }

  /// Makes each read see the newest state again.
  func endSnapshot() {
    reader.endSnapshot()
    snapshotArrival = nil
  }

  private func remember(_ version: StoreVersion, for request: Request) -> Freshness {
    let now = configuration.clock()
    let freshness = Freshness(
      version: version, now: now, walkStart: configuration.cursorPolicy.walkStart(at: now))
    lastFreshness = (request.arrival, freshness)
    return freshness
  }
}
