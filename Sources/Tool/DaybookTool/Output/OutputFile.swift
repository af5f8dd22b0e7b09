import DaybookSnapshot
import Foundation
@_spi(Tools) import Interchange

/// Files that commands write where somebody says to.
public enum OutputFile {
  /// Writes a text as a whole.
  ///
  /// A regular file gets the new content in one step, and so does the one that a link leads to.
  /// What is no regular file, such as a device or a pipe, stays what it is and is written into.
  ///
  /// - Throws: `CannotWrite`.
  public static func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    if NewFile.isSpecial(file) { return try writeInto(path, text) }
    try check(path)
    do {
      try Data(text.utf8).write(to: file.resolvingSymlinksInPath(), options: .atomic)
    } catch {
      throw CannotWrite(path, error)
    }
  }

  /// Refuses a file that would take the place of one of a store or a backup, before any work.
  ///
  /// - Throws: `CannotWrite`.
  public static func check(_ path: String) throws {
    let file = URL(fileURLWithPath: path)
    if NewFile.isSpecial(file) { return }
    do throws(InterchangeError) {
      try StoreFiles.refuse(file)
      try StoreFiles.refuseBackup(file)
    } catch {
      throw CannotWrite(error.message)
    }
  }

  private static func writeInto(_ path: String, _ text: String) throws {
    let descriptor = open(path, O_WRONLY)
    defer { if descriptor >= 0 { close(descriptor) } }
    let problem = descriptor < 0 ? errno : Descriptor.write(text, to: descriptor)
    if problem != 0 {
      throw CannotWrite("\(path) cannot be written: \(SystemReason.text(problem))")
    }
  }
}
