import MarketCatalog
import MarketClient

extension RemoteStore {
  /// Connects to a server and makes sure that it is a Market server.
  ///
  /// - Parameter server: Where it is.
  /// - Throws: ``Failure`` that tells why its market cannot be read.
  init(connectingTo server: ServerAddress) throws(Failure) {
    do throws(ClientError) {
      try self.init(probing: ClientSettings(asking: server))
    } catch {
      throw Failure(error, from: server)
    }
  }

  private init(probing settings: ClientSettings) throws(ClientError) {
    self.init(settings, over: try CurlTransport.making())
    _ = try answer(to: .pages(in: .korean))
  }
}

extension ClientSettings {
  /// How this program asks a server.
  init(asking server: ServerAddress) {
    self.init(server: server, userAgent: "\(CommandTable.program)/\(VersionCommand.version)")
  }
}

extension CurlTransport {
  /// Makes a transport whose fault is a call's.
  static func making() throws(ClientError) -> CurlTransport {
    do {
      return try CurlTransport()
    } catch {
      throw .transport(error)
    }
  }
}
