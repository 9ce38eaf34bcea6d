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

  /// Why an event is rejected; nil when it is not.
  ///
  /// A vendor cannot raise its own products: its sales of them, which only it may know of, count and
  /// weigh nothing, and its own views and likes of them are no one's.
  func rejection(of event: inout Event) throws(RequestError) -> String? {
    switch caller {
    case .anyone:
      if event.kind == .purchase { return "a purchase needs a key" }
      // The store knows whether it is recorded already, and only then can tell of it.
      if !cap.admits(address, productID: event.productID, at: now) { event.refusal = .overLimit }
      return nil
    case .holder(let token):
      switch token.role {
      case .admin: return nil
      case .vendor(let id): return try rejection(of: &event, byVendor: id)
      }
    }
  }

  private func rejection(of event: inout Event, byVendor id: Int64) throws(RequestError) -> String?
  {
    let ownership: ProductOwnership?
    do {
      ownership = try reader.ownership(ofProduct: event.productID)
    } catch {
      throw .store(error)
    }
    guard let ownership, ownership.isListed else {
      // The store says it, unless it has the event; also of a product that is listed again before it
      // looks, since whose that is has not been looked at.
      event.refusal = .noListedProduct
      return nil
    }
    switch (event.kind, ownership.vendorID == id) {
    case (.purchase, true):
      event.isWeighed = false
      return nil
    case (.purchase, false):
      return "a purchase needs a key of the product's own vendor, or an admin's"
    case (.view, true), (.like, true), (.unlike, true):
      return "a vendor's key takes only purchases of the vendor's own products"
    case (.view, false), (.like, false), (.unlike, false):
      return nil
    }
  }
}
