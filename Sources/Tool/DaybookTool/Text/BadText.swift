/// A text on the command line that cannot be read as what it should be.
public struct BadText: Error, CustomStringConvertible {
  public let description: String

  /// Whether it is a time that clocks skipped or showed twice, and is one all the same.
  let isOfClocks: Bool

  public init(_ description: String) { self.init(description, isOfClocks: false) }

  init(_ description: String, isOfClocks: Bool) {
    self.description = description
    self.isOfClocks = isOfClocks
  }
}
