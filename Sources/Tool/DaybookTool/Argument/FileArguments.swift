#if Tools
public import ArgumentParser

/// The one file that a command writes, or standard output in its place.
public struct FileArguments: ParsableArguments {
  @Argument(
    help: "The file to write; without one, or with -, to standard output.", completion: .file())
  var file: String?

  @Option(name: .shortAndLong, help: "The file, told as an option.", completion: .file())
  var output: String?

  /// Whether a file that is there is written over.
  @OptionGroup public var place: OutputArguments

  public init() {}

  public func validate() throws {
    if file != nil, output != nil {
      throw ValidationError("name one file: as it is, or with --output")
    }
  }

  /// The path of the file; nil for standard output.
  public var path: String? {
    let told = file ?? output
    return told == "-" ? nil : told
  }

  /// Whether a file, or standard output, was named at all.
  public var isTold: Bool { (file ?? output) != nil }

  /// Whether a file that is there is written over.
  public var replaces: Bool { place.replace }

  /// Refuses a report in JSON where the file itself is on standard output.
  ///
  /// - Throws: `ValidationError`.
  public func checkReport<Tool: StoreTool>(_ arguments: StoreArguments<Tool>) throws {
    if path == nil, arguments.printsJSON {
      throw ValidationError("with --json name a file to write: --output FILE")
    }
  }

  /// Refuses, before any work, a path at which no file can be made, or one that is there.
  ///
  /// - Throws: ``CannotWrite``.
  public func check() throws { if let path { try place.check(path) } }

  /// Writes a text, whole or not at all where it is a file.
  ///
  /// - Throws: ``CannotWrite``.
  public func write(_ text: String) throws {
    guard let path else { return Terminal.file(text) }
    try place.write(text, to: path)
  }
}
#endif
