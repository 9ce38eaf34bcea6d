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

/// What the mouse did; columns and rows are counted from 0.
enum MouseEvent: Hashable, Sendable {
  case pressed(x: Int, y: Int)
  case released(x: Int, y: Int)
  /// The wheel turned by one notch.
  case scrolledUp
  case scrolledDown
}

/// What arrives from the terminal.
enum InputEvent: Hashable, Sendable {
  case character(Unicode.Scalar)
  case key(Key)
  /// The control key with a letter, given in lower case.
  case control(Unicode.Scalar)
  case mouse(MouseEvent)
}
