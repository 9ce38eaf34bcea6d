/// A key that writes no character.
enum Key: Hashable, Sendable {
  case up
  case down
  case left
  case right
  case pageUp
  case pageDown
  case home
  case end
  case tab
  case backTab
  case enter
  case escape
  case backspace
}

/// What the mouse did, with its first button where it has one; columns and rows count from 0.
///
/// Keys held down at the same time make no difference, but for Shift, which turns the wheel
/// sideways.
enum MouseEvent: Hashable, Sendable {
  case pressed(x: Int, y: Int)
  /// Moved to another cell with the button down.
  case dragged(x: Int, y: Int)
  case released(x: Int, y: Int)
  /// The wheel turned by one notch, or two fingers moved.
  case scrolledUp
  case scrolledDown
  case scrolledLeft
  case scrolledRight
}

/// What arrives from the terminal.
enum InputEvent: Hashable, Sendable {
  case character(Unicode.Scalar)
  case key(Key)
  /// The control key with a letter, given in lower case.
  case control(Unicode.Scalar)
  case mouse(MouseEvent)
}
