import Foundation

/// Files that commands write where somebody says to.
public enum OutputFile {
  /// Writes a text as a whole.
  ///
  /// A regular file gets the new content in one step, and so does the one that a link leads to.
  /// What is no regular file, such as a device or a pipe, stays what it is and is written into.
  ///
  /// - Throws: `CannotWrite`.
  public static func write(_ text: String, to path: String) throws {
    if isSpecial(path) { return try writeInto(path, text) }
    do {
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      throw CannotWrite(path, error)
    }
  }

  /// Whether there is something that is no regular file. Calls `stat(2)`.
  public static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func writeInto(_ path: String, _ text: String) throws {
    try SpecialFile(path).write(text)
  }
}

/// A device or a pipe that is written into.
public final class SpecialFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// - Throws: `CannotWrite`.
  public init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY)
    if descriptor < 0 { throw failure(errno) }
  }

  /// - Throws: `CannotWrite`.
  public func write(_ text: String) throws {
    let problem = Descriptor.write(text, to: descriptor)
    if problem != 0 { throw failure(problem) }
  }

  private func failure(_ number: Int32) -> CannotWrite {
    CannotWrite("\(path) cannot be written: \(String(cString: strerror(number)))")
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
