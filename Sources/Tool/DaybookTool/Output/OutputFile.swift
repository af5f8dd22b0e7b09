import Daybook
import DaybookSnapshot
import Foundation
@_spi(Tools) import Interchange

/// Files that commands write where somebody says to.
enum OutputFile {
  /// Refuses, before any work, a path at which no file can be made, a file that has something in
  /// it, unless it is to be replaced, and always one that would take the place of a store's, a
  /// backup's or a shared folder's, of a key or its guard. A device or a pipe is written into.
  ///
  /// - Throws: `CannotWrite`; `BadText` for no path.
  static func check(_ path: String, replaces: Bool) throws {
    if path.isEmpty { throw BadText("“” is no file to write; give its name") }
    if let link = LoopingLink.sentence(on: path) { throw CannotWrite(link) }
    let file = URL(atPath: path)
    try checkPlace(path, file)
    if Terminal.isOutput(path) { Terminal.leaveOutput() }
    if NewFile.isSpecial(file) { return }
    // A new file in its place would be seen by nobody who writes to the descriptor.
    if ["/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/"].contains(where: path.hasPrefix) {
      throw CannotWrite("\(path) leads to a file here; give the name of the file itself")
    }
    do throws(InterchangeError) {
      try StoreFiles.refuse(file)
      try StoreFiles.refuseBackup(file)
    } catch {
      throw CannotWrite(error.message)
    }
    var status = stat()
    if !replaces, stat(path, &status) == 0, status.st_size > 0 {
      throw CannotWrite("\(path) is there already; --replace writes over it")
    }
  }

  /// Refuses a path at which no file can be made.
  private static func checkPlace(_ path: String, _ file: URL) throws {
    func refusal(_ reason: String) -> CannotWrite {
      CannotWrite("\(path) cannot be written: \(reason)")
    }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if isThere, isFolder.boolValue { throw refusal("it is a folder; name a file") }
    if isThere, access(path, W_OK) != 0 { throw refusal(SystemReason.text(errno)) }
    if NewFile.isSpecial(file) { return }
    let folder = file.target.deletingLastPathComponent().path
    // NSString's own way to this traps for a name of one letter.
    let told = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw refusal("there is no folder \(told.isEmpty ? folder : told)")
    }
    guard isFolder.boolValue else { throw refusal("\(told) is no folder") }
    if access(folder, W_OK) != 0 { throw refusal(SystemReason.text(errno)) }
  }

  /// Writes files as wholes, for others as far as the mask of the process lets them read; none
  /// where one finds no room.
  ///
  /// A regular file gets the new content in one step, and so does the one that a link leads to.
  /// What is no regular file, such as a device or a pipe, stays what it is and is written into.
  ///
  /// - Parameter files: what gives the content of each is called once.
  /// - Throws: `CannotWrite`; what a content throws.
  static func write(
    _ files: [(path: String, bytes: () throws -> [UInt8])], replaces: Bool
  ) throws {
    for file in files { try check(file.path, replaces: replaces) }
    do {
      var drafts: [NewFile] = []
      for file in files {
        let draft = try NewFile(URL(atPath: file.path), mode: 0o666, replaces: replaces)
        try draft.write(file.bytes())
        try draft.writePending()
        drafts.append(draft)
      }
      for draft in drafts { try draft.keep() }
    } catch let error as InterchangeError {
      throw CannotWrite(error.message)
    }
  }
}
