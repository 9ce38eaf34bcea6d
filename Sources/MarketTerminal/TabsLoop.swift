import CTerminal
import Glibc
import MarketCatalog
import MarketViewModel

/// The thread that draws: waits for keys, signals, answers and, while something moves, for the next
/// frame; updates; draws the difference.
struct TabsLoop {
  private let worker: FeedWorker
  private let wakePipe: WakePipe
  private let now: @Sendable () -> Timestamp
  private let listen: (@Sendable (NewsDesk) -> Void)?
  private var listener: SourceListener?
  private let screen: TabsScreen
  private var encoder: GridEncoder
  private var drawnRows = DrawnRows()
  private var state: TabsState
  private var parser = InputParser()
  /// When the rest of what has begun to come is given up; nil when nothing has.
  private var patienceEnd: Moment?
  private var frames = FrameClock()
  /// Until when an empty list is not drawn, as its products may come any moment; nil when nothing
  /// is held back.
  private var holdEnd: Moment?
  /// Until when answers of the source are gathered before they are drawn; nil when what has come is
  /// drawn at once.
  private var gatherEnd: Moment?
  /// What the terminal shows; nil when that is not known.
  private var shown: Grid?
  /// Whether nothing but time has passed since ``shown`` was drawn, and the lists lay still.
  private var onlyTimePassed = false
  private var isDone = false

  init(
    options: TabsApp.Options, now: @escaping @Sendable () -> Timestamp, worker: FeedWorker,
    wakePipe: WakePipe, listen: (@Sendable (NewsDesk) -> Void)?
  ) {
    self.listen = listen
    self.worker = worker
    self.wakePipe = wakePipe
    self.now = now
    screen = TabsScreen(
      capabilities: options.capabilities, background: options.background)
    encoder = GridEncoder(colors: options.capabilities.colors)
    state = TabsState(options, size: ScreenSize(columns: 80, rows: 24), now: now())
  }

  /// Runs until the user leaves, the terminal is gone or there is no reader after all.
  mutating func run() throws(TerminalError) {
    let terminal = try TerminalDevice(wakePipe: wakePipe)
    try update(.resized(terminal.size), on: terminal)
    try carryOut(state.appear(), on: terminal)
    try startListening()
    defer { listener?.stop() }
    while !isDone {
      if let end = holdEnd, !state.hasEmptyList || FrameClock.present >= end { holdEnd = nil }
      if let end = gatherEnd, FrameClock.present >= end { gatherEnd = nil }
      if holdEnd == nil && gatherEnd == nil { try draw(on: terminal) }
      try waitAndUpdate(terminal)
    }
  }

  /// Listens to the source that is read now, and no more to the one before.
  private mutating func startListening() throws(TerminalError) {
    listener?.stop()
    listener = nil
    if let listen { listener = try SourceListener(worker: worker, listen) }
  }

  /// Nanoseconds for which an empty list is held back.
  ///
  /// A store in a file answers within one or two milliseconds: the first picture of a tab then has
  /// its products, instead of an empty list that is filled in the next. Half a frame, so that the
  /// bar has begun to move within one whatever the answer takes.
  private static let holdTime: Int64 = 8_000_000

  private mutating func draw(on terminal: borrowing TerminalDevice) throws(TerminalError) {
    let present = FrameClock.present
    let (listsMoved, showedWaiting) = (state.listsMove, state.showsWaiting)
    try carryOut(state.advance(to: FrameClock.shown(at: present), now: now()), on: terminal)
    let grid: Grid
    if onlyTimePassed, !listsMoved, showedWaiting == state.showsWaiting, var moved = shown {
      screen.redraw(state, on: &moved)
      grid = moved
    } else {
      grid = screen.render(state, keeping: &drawnRows)
    }
    let bytes = encoder.frame(from: shown, to: grid)
    if !bytes.isEmpty { try terminal.write(bytes) }
    shown = grid
    onlyTimePassed = true
    frames.tick(at: present)
  }

  /// Waits without a timer unless something moves, has begun or is due.
  private mutating func waitAndUpdate(
    _ terminal: borrowing TerminalDevice
  ) throws(TerminalError) {
    var descriptors = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    // What is held back is the next to be due.
    let frame = holdEnd ?? gatherEnd ?? (state.isMoving ? frames.next : nil)
    let ready = wait(&descriptors, until: earliest(patienceEnd, earliest(frame, state.deadline)))
    if ready < 0, errno != EINTR { throw .system(code: errno) }
    let present = FrameClock.present
    if ready == 0, let patienceEnd, present >= patienceEnd {
      self.patienceEnd = nil
      try handle(parser.flush(), on: terminal)
    }
    if ready > 0, descriptors[1].revents != 0 { try wakeUp(terminal) }
    if ready > 0, descriptors[0].revents != 0 {
      guard let bytes = terminal.read() else {
        isDone = true
        return
      }
      let events = parser.parse(bytes)
      patienceEnd = parser.patience.map { present.advanced(by: Int64($0) * 1_000_000) }
      try handle(events, on: terminal)
    }
  }

  /// Waits for a descriptor, at most until a moment; for ever without one.
  private func wait(_ descriptors: inout [pollfd], until end: Moment?) -> Int32 {
    let left = end.map { max($0.nanoseconds - FrameClock.present.nanoseconds, 0) } ?? -1
    return cterminal_wait(&descriptors, descriptors.count, left)
  }

  private mutating func wakeUp(_ terminal: borrowing TerminalDevice) throws(TerminalError) {
    let reasons = Set(wakePipe.read())
    if reasons.contains(UInt8(CTERMINAL_WAKE_STOP_REQUESTED)) {
      try suspend(terminal, wholeGroup: false)
    }
    if reasons.contains(UInt8(CTERMINAL_WAKE_CONTINUED)) {
      try terminal.reenter()
      shown = nil
      try update(.resized(terminal.size), on: terminal)
    }
    if reasons.contains(UInt8(CTERMINAL_WAKE_RESIZED)) {
      // What a terminal keeps of its cells when its size changes differs: all are drawn.
      shown = nil
      try update(.resized(terminal.size), on: terminal)
    }
    if worker.failure != nil { isDone = true }
    let answers = worker.takeAnswers()
    // A list that loads slice after slice, as on the way to its end, is drawn as often as anybody can
    // see it.
    if !answers.isEmpty, !state.isMoving, FrameClock.present < frames.next {
      gatherEnd = frames.next
    }
    for answer in answers {
      if case .reopened = answer { try startListening() }
      try update(answer, on: terminal)
    }
  }

  private mutating func handle(
    _ events: [InputEvent], on terminal: borrowing TerminalDevice
  ) throws(TerminalError) {
    gatherEnd = nil
    for event in events where !isDone {
      try update(.input(event), on: terminal)
    }
  }

  private mutating func update(
    _ message: TabsMessage, on terminal: borrowing TerminalDevice
  ) throws(TerminalError) {
    onlyTimePassed = false
    try carryOut(state.advance(to: FrameClock.present, now: now()), on: terminal)
    try carryOut(state.update(message), on: terminal)
  }

  private mutating func carryOut(
    _ effects: [TabsEffect], on terminal: borrowing TerminalDevice
  ) throws(TerminalError) {
    for effect in effects {
      switch effect {
      case .feed(.load(let request)):
        worker.load(request)
        if state.hasEmptyList { holdEnd = FrameClock.present.advanced(by: Self.holdTime) }
      case .feed(.cancel(let id)): worker.cancel(id)
      case .feed(.announce): break  // Nobody else listens in this program.
      case .read(let id): worker.read(id)
      case .reopen: worker.reopen()
      case .quit: isDone = true
      case .suspend: try suspend(terminal, wholeGroup: true)
      case .repaint: shown = nil
      }
    }
  }

  private mutating func suspend(
    _ terminal: borrowing TerminalDevice, wholeGroup: Bool
  ) throws(TerminalError) {
    try terminal.suspend(wholeGroup: wholeGroup)
    shown = nil
    try update(.resized(terminal.size), on: terminal)
  }
}

/// The earlier of two moments; nil when neither will come.
private func earliest(_ left: Moment?, _ right: Moment?) -> Moment? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}
