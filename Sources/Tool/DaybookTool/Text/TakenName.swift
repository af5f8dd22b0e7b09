/// A name that another thing has already.
public struct TakenName: Error, CustomStringConvertible {
  /// What is wrong, and one way out.
  public let description: String
  /// The words of the command that changes the other thing.
  private let change: String

  init(_ description: String, change: String) {
    (self.description, self.change) = (description, change)
  }

  /// The same with the other way out.
  ///
  /// - Parameter command: writes a command for the store as somebody would type it.
  public func sentence(_ command: (String) -> String) -> NameError {
    NameError("\(description), or change that one: \(command(change))")
  }
}
