#if Tools
public import ArgumentParser
import Foundation

/// Whether a command may write over files that are there.
public struct OutputArguments: ParsableArguments {
  @Flag(name: .long, help: "Write over a file that is there.")
  public var replace = false

  public init() {}

  /// The path of a file that an option names; nil for standard output, which it names as -.
  static func path(_ told: String?) -> String? { told == "-" ? nil : told }

  /// As `OutputFile.check`.
  public func check(_ path: String) throws { try OutputFile.check(path, replaces: replace) }

  /// As `OutputFile.write`.
  public func write(_ text: String, to path: String) throws {
    try write([(path, text)])
  }

  /// Writes files into a folder, which is made when it is missing: all of them, or none and no
  /// folder either.
  ///
  /// - Throws: ``CannotWrite``.
  public func write(_ files: [String: String], into folder: String) throws {
    try StoreFolder.refuse(folder)
    let made = try StoreFolder.make(folder)
    do {
      let names = files.sorted { $0.key < $1.key }
      try write(names.map { ("\(folder)/\($0.key)", $0.value) })
    } catch {
      // Only what has nothing in it goes.
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
  }

  /// As `OutputFile.write`.
  public func write(_ texts: [(path: String, text: String)]) throws {
    try OutputFile.write(texts, replaces: replace)
  }
}
#endif
