import Glibc
import MarketCatalog
import MarketClient
import MarketSQLite
import MarketTerminal

/// Tells the tabs what becomes new in their source while they are shown.
enum TabsNews {
  /// Waits for writes to a store by any process.
  ///
  /// - Parameters:
  ///   - path: The path of the market's file.
  ///   - store: The store.
  ///   - desk: Where it is told.
  static func watch(_ path: String, of store: SQLiteStore, for desk: NewsDesk) {
    let watch = StoreWatch(storeAt: path)
    // Opened when there is something to look at, as most stores lie still.
    var reader: SQLiteReader?
    var isLost = false
    while true {
      switch watch.next(until: desk.endDescriptor) {
      case .ended: return
      case .lost:
        isLost = true
        desk.report(.lost)
      case .written:
        if isLost { desk.report(.found) }
        isLost = false
        do throws(StoreError) {
          if reader == nil { reader = try store.makeReader() }
          guard let version = try reader?.version() else { continue }
          desk.report(.ranking(.popularProduct, generation: version.generation))
        } catch {
          // Whoever reads products is told what is wrong; the next write is looked at again.
          continue
        }
      }
    }
  }

  /// Listens to a server, and comes back when the connection ends.
  ///
  /// - Parameters:
  ///   - settings: How the server is asked.
  ///   - desk: Where it is told.
  static func listen(to settings: ClientSettings, for desk: NewsDesk) {
    let page = Page.popularProduct
    var listener = ChangeListener(to: page, settings)
    var wait: Int64 = 0
    repeat {
      do throws(ClientError) {
        let curl = try CurlTransport.making()
        let transport = EndableCurlTransport(transport: curl, endDescriptor: desk.endDescriptor)
        try listener.listen(over: transport) { change in
          switch change {
          case .present(let generation), .changed(let generation):
            desk.report(.ranking(page, generation: generation))
          case .reset:
            // Newer than any: the numbers of before may mean nothing to this server.
            desk.report(.ranking(page, generation: .max))
          }
          return true
        }
      } catch {
        // Whoever reads products is told what is wrong; here it is only tried again.
      }
      wait = listener.end(jitter: .random(in: 0...1))
    } while !isEnded(desk, within: wait)
  }

  /// Whether the view wants no more, at once or within some milliseconds.
  private static func isEnded(_ desk: NewsDesk, within milliseconds: Int64) -> Bool {
    var entry = pollfd(fd: desk.endDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(clamping: milliseconds)) > 0
  }
}
