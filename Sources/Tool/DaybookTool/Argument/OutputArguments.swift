#if Tools
public import ArgumentParser

/// Whether a command may write over files that are there.
public struct OutputArguments: ParsableArguments {
  @Flag(name: .long, help: "Write over a file that is there.")
  public var replace = false

  public init() {}

  /// As `OutputFile.check`.
  public func check(_ path: String) throws { try OutputFile.check(path, replaces: replace) }

  /// As `OutputFile.write`.
  public func write(_ text: String, to path: String) throws {
    try write([(path, text)])
  }

  /// As `OutputFile.write`.
  public func write(_ texts: [(path: String, text: String)]) throws {
    try OutputFile.write(texts, replaces: replace)
  }
}
#endif
