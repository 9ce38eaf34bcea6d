import MarketCatalog
import MarketClient

extension RemoteStore {
  /// Connects to a server and makes sure that it is a Market server.
  ///
  /// - Parameter server: Where it is.
  /// - Throws: ``Failure`` that tells why its market cannot be read.
  init(connectingTo server: ServerAddress) throws(Failure) {
    let settings = ClientSettings(
      server: server, userAgent: "\(CommandTable.program)/\(VersionCommand.version)")
    do throws(ClientError) {
      try self.init(probing: settings)
    } catch {
      throw Failure(error, from: server)
    }
  }

  private init(probing settings: ClientSettings) throws(ClientError) {
    let transport: CurlTransport
    do {
      transport = try CurlTransport()
    } catch {
      throw .transport(error)
    }
    self.init(settings, over: transport)
    _ = try answer(to: .pages(in: .korean))
  }
}
