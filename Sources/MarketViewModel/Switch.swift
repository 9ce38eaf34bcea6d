/// A round thumb on a round bar that is on or off.
///
/// Geometry is a function of the state, the size and the moment. For a bar W × H both ends of the
/// bar and the thumb are half circles of H.
public struct Switch: Hashable, Sendable {
  /// Seconds that the thumb takes from one end to the other, slow at both.
  public static let duration = 0.25
  /// The thumb's shadow.
  public static let shadow = Shadow(offset: Point(x: 0, y: 3), opacity: 0.3)

  /// A black shadow that makes something stand out.
  public struct Shadow: Hashable, Sendable {
    /// How far it falls, in points.
    public let offset: Point
    /// From 0, not to be seen, to 1.
    public let opacity: Double
  }

  /// Whether the switch is on.
  public private(set) var isOn: Bool
  /// The bar's colour while the switch is off.
  public var barColor = RGB.gray
  /// The bar's colour while the switch is on.
  public var tintColor = RGB.green
  /// The thumb's colour.
  public var thumbColor = RGB.white
  /// Whether the thumb moves without time; set while it is on its way, it arrives at once.
  public var reducesMotion = false {
    didSet { if reducesMotion { slide.finish() } }
  }
  /// 0 where the thumb rests when the switch is off, 1 where it rests when it is on.
  private var slide: Transition

  /// Makes a switch that rests.
  public init(isOn: Bool = false) {
    self.isOn = isOn
    slide = Transition(restingAt: isOn ? 1 : 0)
  }

  // MARK: Changes

  /// Turns the switch on or off.
  ///
  /// - Parameters:
  ///   - isOn: Whether it is to be on.
  ///   - chooser: Who does it.
  ///   - moment: The present.
  /// - Returns: Whether the change is announced: there is one, and a user made it.
  @discardableResult
  public mutating func set(_ isOn: Bool, by chooser: Chooser, at moment: Moment) -> Bool {
    guard isOn != self.isOn else { return false }
    self.isOn = isOn
    slide.retarget(to: isOn ? 1 : 0, at: moment, over: reducesMotion ? 0 : Self.duration)
    switch chooser {
    case .user: return true
    case .program: return false
    }
  }

  /// Takes the end of a touch: inside the bar it toggles the switch, outside it is ignored.
  ///
  /// - Parameters:
  ///   - point: Where the touch ends.
  ///   - size: The bar's size.
  ///   - moment: The present.
  /// - Returns: Whether the change is announced, which is whether there is one.
  @discardableResult
  public mutating func touchEnded(at point: Point, in size: Size, at moment: Moment) -> Bool {
    guard barFrame(in: size).contains(point) else { return false }
    return set(!isOn, by: .user, at: moment)
  }

  // MARK: The picture

  /// How far the thumb is: 0 is off, 1 is on, a fraction is on the way.
  public func thumbPosition(at moment: Moment) -> Double { slide.value(at: moment) }

  /// Tells whether the picture will be another one a moment later.
  public func isAnimating(at moment: Moment) -> Bool { !slide.isFinished(at: moment) }

  /// The bar; a touch anywhere in it counts.
  public func barFrame(in size: Size) -> Frame {
    Frame(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The thumb: H wide and high, from 0 when off to W − H when on.
  ///
  /// On a bar that is higher than wide the thumb is as wide as the bar and in the middle.
  public func thumbFrame(in size: Size, at moment: Moment) -> Frame {
    let diameter = min(size.width, size.height)
    return Frame(
      x: thumbPosition(at: moment) * (size.width - diameter), y: (size.height - diameter) / 2,
      width: diameter, height: diameter)
  }

  /// The radius of the corners of the bar and of the thumb: half the thumb's diameter.
  public func cornerRadius(in size: Size) -> Double { min(size.width, size.height) / 2 }

  /// The bar's colour: it follows the thumb from ``barColor`` to ``tintColor``.
  public func barColor(at moment: Moment) -> RGB {
    barColor.mixed(with: tintColor, part: thumbPosition(at: moment))
  }
}
