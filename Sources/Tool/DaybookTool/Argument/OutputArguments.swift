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
    var contents: [(name: String, bytes: () throws -> [UInt8])] = []
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      contents.append((name: name, bytes: { Array(text.utf8) }))
    }
    try write(contents, into: folder)
  }

  /// The same for files of any bytes.
  ///
  /// - Parameter files: what gives the bytes of each is called once.
  /// - Throws: ``CannotWrite``; what the bytes of a file throw.
  public func write(
    _ files: [(name: String, bytes: () throws -> [UInt8])], into folder: String
  ) throws {
    try StoreFolder.refuse(folder)
    let made = try StoreFolder.make(folder)
    do {
      var placed: [(path: String, bytes: () throws -> [UInt8])] = []
      for file in files { placed.append((path: "\(folder)/\(file.name)", bytes: file.bytes)) }
      try OutputFile.write(placed, replaces: replace)
    } catch {
      // Only what has nothing in it goes.
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
  }

  /// As `OutputFile.write`.
  public func write(_ texts: [(path: String, text: String)]) throws {
    var files: [(path: String, bytes: () throws -> [UInt8])] = []
    for (path, text) in texts { files.append((path: path, bytes: { Array(text.utf8) })) }
    try OutputFile.write(files, replaces: replace)
  }
}
#endif
