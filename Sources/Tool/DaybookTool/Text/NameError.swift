/// A name that stands for nothing, or for several things.
public struct NameError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
