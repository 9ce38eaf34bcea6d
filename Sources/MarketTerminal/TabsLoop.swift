import CTerminal
import Glibc
import MarketViewModel

/// The thread that draws: waits for keys, signals and answers, updates, draws the difference.
struct TabsLoop {
  private let worker: FeedWorker
  private let wakePipe: WakePipe
  private let screen: TabsScreen
  private let encoder: GridEncoder
  private var state: TabsState
  private var parser = InputParser()
  /// What the terminal shows; nil when that is not known.
  private var shown: Grid?
  private var isDone = false

  init(options: TabsApp.Options, worker: FeedWorker, wakePipe: WakePipe) {
    self.worker = worker
    self.wakePipe = wakePipe
    screen = TabsScreen(capabilities: options.capabilities)
    encoder = GridEncoder(colors: options.capabilities.colors)
    state = TabsState(
      page: options.page, source: options.source, size: ScreenSize(columns: 80, rows: 24))
  }

  /// Runs until the user leaves or the terminal is gone.
  mutating func run() throws(TerminalError) {
    let terminal = try TerminalDevice(wakePipe: wakePipe)
    _ = state.update(.resized(terminal.size))
    try carryOut(state.appear(), on: terminal)
    while !isDone {
      try draw(on: terminal)
      try waitAndUpdate(terminal)
    }
  }

  private mutating func draw(on terminal: borrowing TerminalDevice) throws(TerminalError) {
    let grid = screen.render(state)
    let bytes = encoder.frame(from: shown, to: grid)
    if !bytes.isEmpty { try terminal.write(bytes) }
    shown = grid
  }

  private mutating func waitAndUpdate(
    _ terminal: borrowing TerminalDevice
  ) throws(TerminalError) {
    var descriptors = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&descriptors, 2, parser.patience.map(Int32.init) ?? -1)
    if ready < 0, errno != EINTR { throw .system(code: errno) }
    if ready == 0 { try handle(parser.flush(), on: terminal) }
    if ready > 0, descriptors[1].revents != 0 { try wakeUp(terminal) }
    if ready > 0, descriptors[0].revents != 0 {
      guard let bytes = terminal.read() else {
        isDone = true
        return
      }
      try handle(parser.parse(bytes), on: terminal)
    }
  }

  private mutating func wakeUp(_ terminal: borrowing TerminalDevice) throws(TerminalError) {
    let reasons = Set(wakePipe.read())
    if reasons.contains(UInt8(CTERMINAL_WAKE_STOP_REQUESTED)) {
      try suspend(terminal, wholeGroup: false)
    }
    if reasons.contains(UInt8(CTERMINAL_WAKE_CONTINUED)) {
      try terminal.reenter()
      shown = nil
      try carryOut(state.update(.resized(terminal.size)), on: terminal)
    }
    if reasons.contains(UInt8(CTERMINAL_WAKE_RESIZED)) {
      // What a terminal keeps of its cells when its size changes differs: all are drawn.
      shown = nil
      try carryOut(state.update(.resized(terminal.size)), on: terminal)
    }
    for answer in worker.takeAnswers() {
      try carryOut(state.update(.answer(answer)), on: terminal)
    }
  }

  private mutating func handle(
    _ events: [InputEvent], on terminal: borrowing TerminalDevice
  ) throws(TerminalError) {
    for event in events where !isDone {
      try carryOut(state.update(.input(event)), on: terminal)
    }
  }

  private mutating func carryOut(
    _ effects: [TabsEffect], on terminal: borrowing TerminalDevice
  ) throws(TerminalError) {
    for effect in effects {
      switch effect {
      case .feed(.load(let request)): worker.load(request)
      case .feed(.cancel(let id)): worker.cancel(id)
      case .feed(.announce): break  // Nobody else listens in this program.
      case .quit: isDone = true
      case .suspend: try suspend(terminal, wholeGroup: true)
      }
    }
  }

  private mutating func suspend(
    _ terminal: borrowing TerminalDevice, wholeGroup: Bool
  ) throws(TerminalError) {
    try terminal.suspend(wholeGroup: wholeGroup)
    shown = nil
    try carryOut(state.update(.resized(terminal.size)), on: terminal)
  }
}
