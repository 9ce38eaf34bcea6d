import MarketData

extension Failure {
  /// Tells what a file's fault means for someone who typed a command.
  init(_ fault: FileFault) {
    switch fault.action {
    case .read:
      self.init(.noInput, "\(fault)", advice: "check the path and its permissions")
    case .create:
      self.init(.cannotCreate, "\(fault)", advice: "check the folder and its permissions")
    case .write:
      self.init(.inputOutput, "\(fault)", advice: "make room and run the command again")
    }
  }
}
