import MarketCatalog
import MarketViewModel

/// What the mouse is doing between a press and its release, or a wheel that is turned sideways.
struct SwipeGesture: Hashable, Sendable {
  /// What was pressed.
  enum Target: Hashable, Sendable {
    case header
    case inStockSwitch
    /// What is new or went wrong.
    case notice
    /// The last row while a page covers the list.
    case wayBack
    /// An item of the list, counted from 0, and whether it was the current one before.
    case item(Int, wasCurrent: Bool)
    case elsewhere
    /// Nothing: the wheel is turned.
    case wheel
  }

  /// A move: -1 to the left, 1 to the right, and when.
  private struct Step: Hashable {
    let direction: Double
    let moment: Moment
  }

  /// How long a finger lies still before it counts as still, in seconds.
  static let stillness = 0.1
  /// How long after its last notch the wheel lets go, in seconds.
  static let wheelPause = 0.15

  let target: Target
  private let x: Int
  private let y: Int
  /// How far the pages were moved to the right, in cells.
  private var distance = 0.0
  private var lastStep: Step?
  /// Whether the pages follow.
  private(set) var isSwiping = false

  init(_ target: Target, x: Int, y: Int) {
    self.target = target
    self.x = x
    self.y = y
  }

  /// The wheel before its first notch.
  static let wheel = SwipeGesture(.wheel, x: 0, y: 0)

  /// Whether the place is the row that was pressed.
  func isOnRow(_ y: Int) -> Bool { self.y == y }

  /// Follows the mouse; it swipes once it has clearly moved sideways.
  mutating func move(toX x: Int, y: Int, at moment: Moment) {
    // A finger that leaves the switch takes its touch back, and turns no page.
    guard target != .inStockSwitch else { return }
    let sideways = x - self.x
    if !isSwiping, abs(sideways) >= 2, abs(sideways) > abs(y - self.y) { isSwiping = true }
    // On the header the bar follows the hand, to the other side than the pages, of which there is
    // one to each of the narrower segments.
    let scale = target == .header ? -Double(Page.allCases.count) : 1
    step(by: Double(sideways) * scale - distance, at: moment)
  }

  /// Turns the wheel by one notch: an eighth of a page.
  mutating func turn(_ direction: Double, columns: Int, at moment: Moment) {
    isSwiping = true
    step(by: direction * max(Double(columns) / 8, 1), at: moment)
  }

  private mutating func step(by cells: Double, at moment: Moment) {
    guard cells != 0 else { return }
    distance += cells
    lastStep = Step(direction: cells < 0 ? -1 : 1, moment: moment)
  }

  /// When a turned wheel lets go; nil for a mouse, which says so itself.
  var deadline: Moment? {
    guard target == .wheel, let lastStep else { return nil }
    return Moment(
      nanoseconds: lastStep.moment.nanoseconds + Int64(Self.wheelPause * 1_000_000_000))
  }

  /// The offset of the pages while `page` is the selected one.
  func offset(page: Int, columns: Int) -> Double { Double(page * columns) - distance }

  /// The offset that the pages would roll to by themselves: on in the direction of a move that has
  /// not come to rest.
  func target(page: Int, columns: Int, at moment: Moment) -> Double {
    let offset = offset(page: page, columns: columns)
    guard let lastStep else { return offset }
    let isStill = target != .wheel && moment.seconds(since: lastStep.moment) >= Self.stillness
    return isStill ? offset : offset - lastStep.direction
  }
}
