/// A text on the command line that cannot be read as what it should be.
public struct BadText: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
