import HTTPServer
import MarketCatalog
import MarketJSON

/// Decides which events of a call its sender may send, and what they weigh.
struct EventAdmission {
  let caller: Caller
  let address: ClientAddress
  let cap: AddressCap
  let now: Timestamp
  let reader: any MarketScanning

  /// Why an event is rejected at once; nil when the store may see it, which records it unless it bears
  /// a refusal from here.
  ///
  /// Where the answer may change between two calls, only the store can refuse: it knows whether the
  /// event is recorded already. A vendor cannot raise its own products: its sales of them, which only it
  /// may know of, count and weigh nothing, and its own views and likes of them are no one's.
  func rejection(of event: inout Event) throws(RequestError) -> String? {
    switch caller {
    case .anyone:
      if event.kind == .purchase { return "a purchase needs a key" }
      if !cap.admits(address, productID: event.productID, at: now) { event.refusal = .overLimit }
    case .holder(let token):
      switch token.role {
      case .admin: break
      case .vendor(let id):
        event.refusal = try refusal(of: event, byVendor: id)
        event.isWeighed = event.kind != .purchase
      }
    }
    return nil
  }

  private func refusal(
    of event: Event, byVendor id: Int64
  ) throws(RequestError) -> EventRefusal? {
    let ownership: ProductOwnership?
    do {
      ownership = try reader.ownership(ofProduct: event.productID)
    } catch {
      throw .store(error)
    }
    // It stands also when the product is listed again before the store looks, since whose it is then
    // has not been looked at.
    guard let ownership, ownership.isListed else { return .noListedProduct }
    return switch (event.kind, ownership.vendorID == id) {
    case (.purchase, true): nil
    case (.purchase, false): .foreignPurchase
    case (.view, true), (.like, true), (.unlike, true): .ownVisit
    case (.view, false), (.like, false), (.unlike, false): nil
    }
  }
}
