import Dispatch
import HTTPServer
import MarketCatalog
import Synchronization
import TestSupport
import Testing

@testable import MarketAPI

@Suite("The queue of writes")
struct WriteQueueTests {
  typealias Queue = WriteQueue<Int, Int>

  /// What a queue's thread was given, transaction by transaction.
  final class Book: Sendable {
    private let batches = Mutex<[[Int]]>([])
    var all: [[Int]] { batches.withLock { $0 } }
    func append(_ batch: [Int]) { batches.withLock { $0.append(batch) } }
  }

  @Test("what waits during one transaction makes the next, within the limit, in order")
  func gathers() throws {
    let (book, gate, reports) = (Book(), Gate(), Collected())
    let queue = try Queue(waitingLimit: 100, batchLimit: 10) { () throws(StoreError) in
      { (calls) throws(StoreError) in
        gate.pass()
        book.append(calls)
        return calls.map { $0 * 10 }
      }
    }
    for call in 1...3 {
      #expect(
        queue.submit(call, weight: 4) { result in
          if case .success(let report) = result { reports.append(report) }
        })
      if call == 1 { gate.waitForSomeone() }
    }
    #expect(queue.submit(4, weight: 3) { _ in })
    #expect(queue.submit(5, weight: 50) { _ in })
    #expect(queue.submit(6, weight: 30) { _ in })
    #expect(!queue.submit(7, weight: 10) { _ in Issue.record("it was not taken") })
    gate.open()
    queue.close()
    #expect(book.all == [[1], [2, 3], [4], [5], [6]])
    #expect(reports.all == [10, 20, 30])
    #expect(!queue.submit(8) { _ in Issue.record("it was not taken") })
  }

  @Test("a call at fault fails alone; a store that is busy fails them all")
  func faults() throws {
    let (gate, good, bad) = (Gate(), Collected(), Collected())
    let fault = Mutex<StoreError>(.constraint(detail: "three"))
    let shared = SharedFault(fault)
    let queue = try Queue(waitingLimit: 100, batchLimit: 10) { () throws(StoreError) in
      { (calls) throws(StoreError) in
        gate.pass()
        if calls.contains(3) { throw shared.error }
        return calls
      }
    }
    func submitAll() {
      for call in 1...5 {
        let isTaken = queue.submit(call) { result in
          switch result {
          case .success(let report): good.append(report)
          case .failure: bad.append(call)
          }
        }
        #expect(isTaken)
        if call == 1 { gate.waitForSomeone() }
      }
    }
    submitAll()
    gate.open()
    let deadline = MonotonicClock.now() + 20_000
    while good.all.count + bad.all.count < 5 && MonotonicClock.now() < deadline {}
    #expect(good.all == [1, 2, 4, 5])
    #expect(bad.all == [3])
    shared.set(.busy(detail: ""))
    let isTaken = queue.submit(3) { result in
      if case .failure(.busy) = result { bad.append(33) }
    }
    #expect(isTaken)
    queue.close()
    #expect(bad.all == [3, 33])
  }

  /// An error that a test changes under a queue's thread.
  final class SharedFault: Sendable {
    private let fault: Mutex<StoreError>
    init(_ fault: consuming sending Mutex<StoreError>) { self.fault = fault }
    var error: StoreError { fault.withLock { $0 } }
    func set(_ error: StoreError) { fault.withLock { $0 = error } }
  }

  @Test("a store that cannot be opened is told at the start")
  func opening() {
    #expect(throws: StoreError.corrupt(detail: "no store")) {
      try Queue(waitingLimit: 1, batchLimit: 1) { () throws(StoreError) in
        throw .corrupt(detail: "no store")
      }
    }
  }

  @Test("every one of many callers gets their own report")
  func many() throws {
    let (book, reports) = (Book(), Collected())
    let queue = try Queue(waitingLimit: 1_000_000, batchLimit: 100) { () throws(StoreError) in
      { (calls) throws(StoreError) in
        book.append(calls)
        return calls.map { -$0 }
      }
    }
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      for number in 0..<500 {
        let call = worker * 500 + number
        let isTaken = queue.submit(call) { result in
          if case .success(let report) = result, report == -call { reports.append(call) }
        }
        if !isTaken { Issue.record("there was room") }
      }
    }
    queue.close()
    #expect(reports.all.sorted() == Array(0..<4_000))
    #expect(book.all.allSatisfy { $0.count <= 100 })
  }
}

@Suite("Work that comes again")
struct PeriodicWorkTests {
  @Test("it is done at once and again, and ends when it is told")
  func again() throws {
    let rounds = Collected()
    let work = try PeriodicWork(every: 5) { () throws(StoreError) in
      { () throws(StoreError) in rounds.append(1) }
    } reporting: { _ in
    }
    let deadline = MonotonicClock.now() + 20_000
    while rounds.all.count < 5 && MonotonicClock.now() < deadline {}
    work.stop()
    let count = rounds.all.count
    #expect(count >= 5)
    work.stop()
    #expect(rounds.all.count == count)
  }

  @Test("what fails is tried again, and the same failure told once")
  func failures() throws {
    let (rounds, faults) = (Collected(), Collected())
    let work = try PeriodicWork(every: 1) { () throws(StoreError) in
      rounds.append(0)
      if rounds.all.count < 4 { throw .busy(detail: "opening") }
      return { () throws(StoreError) in
        rounds.append(1)
        if rounds.all.count < 10 { throw .unavailable(detail: "working") }
      }
    } reporting: { _ in
      faults.append(1)
    }
    let deadline = MonotonicClock.now() + 20_000
    while rounds.all.count < 15 && MonotonicClock.now() < deadline {}
    work.stop()
    #expect(rounds.all.count >= 15)
    #expect(faults.all.count == 2)
    #expect(rounds.all.filter { $0 == 0 }.count == 4, "opened once when it works")
  }
}

@Suite("The cap on addresses")
struct AddressCapTests {
  private static func address(_ number: Int) throws -> ClientAddress {
    let text = "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    let peer = try #require(PeerAddress(text))
    return ClientAddress(of: Request(method: .post, target: "/", peer: peer), trusting: [])
  }

  @Test("nobody gets more than the limit, and among many others hardly anybody less")
  func limits() throws {
    let cap = AddressCap(limit: 20)
    let now = Timestamp(milliseconds: 1_796_000_000_000)
    // 100,000 addresses with two events each, and one that never stops.
    let greedy = try Self.address(-1)
    var (taken, refused) = (0, 0)
    for number in 0..<100_000 {
      let other = try Self.address(number)
      for _ in 0..<2 where !cap.admits(other, productID: 7, at: now) { refused += 1 }
      if cap.admits(greedy, productID: 7, at: now) { taken += 1 }
    }
    #expect((15...20).contains(taken))
    #expect(refused == 0)
    #expect(cap.admits(greedy, productID: 8, at: now))
    let tomorrow = now.advanced(byMilliseconds: Timestamp.millisecondsPerDay)
    #expect((0..<30).count { _ in cap.admits(greedy, productID: 7, at: tomorrow) } == 20)
  }

  @Test("the limit is kept within what a counter holds")
  func bounds() {
    #expect(AddressCap(limit: 0).limit == 1)
    #expect(AddressCap(limit: 1 << 40).limit == 60_000)
  }
}
