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
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func writeInto(_ path: String, _ text: String) throws {
    let descriptor = open(path, O_WRONLY)
    defer { if descriptor >= 0 { close(descriptor) } }
    let problem = descriptor < 0 ? errno : Descriptor.write(text, to: descriptor)
    if problem != 0 {
      throw CannotWrite("\(path) cannot be written: \(String(cString: strerror(problem)))")
    }
  }
}
