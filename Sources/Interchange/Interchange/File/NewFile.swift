internal import DaybookSnapshot
public import Foundation

/// A file that gets its name when it is whole and on disk.
///
/// Until then it has none on Linux, where the file system can do that, so that a process that is
/// killed leaves nothing. Elsewhere it is a draft beside its place; drafts of processes that were
/// killed go with the next file.
///
/// A link stays, and the file that it leads to is replaced. What is no regular file, such as a
/// device or a pipe, stays what it is and is written into. What `StoreFiles` keeps is refused.
@_spi(Tools) public final class NewFile {
  private static let size = 1 << 18

  private let url: URL
  /// What errors call it: the path that somebody gave.
  private let path: String
  private let draft: String
  /// What names of drafts are before a UUID.
  private static let prefix = ".daybook-"
  private let handle: FileHandle
  /// Whether the draft has its name.
  private var isNamed: Bool
  /// Whether it is a device or a pipe, which is written into.
  private let isSpecial: Bool
  /// Whether it takes the place of a file that has something in it.
  private let replaces: Bool
  private var pending: [UInt8] = []
  private var isKept = false

  /// - Parameter mode: who may read and write it, where the mask of the process lets them; unless
  ///   told, its owner alone, as the store.
  /// - Parameter replaces: whether it takes the place of a file that has something in it; else
  ///   `keep` throws when there is one by then.
  /// - Throws: `InterchangeError.unwritableFile`.
  @_spi(Tools) public init(
    _ url: URL, mode: mode_t = 0o600, replaces: Bool = true
  ) throws(InterchangeError) {
    isSpecial = Self.isSpecial(url)
    self.replaces = replaces
    let path = url.relativePath
    self.path = path
    self.url = isSpecial ? url : url.target
    let url = self.url
    if !isSpecial { try StoreFiles.refuse(url) }
    do {
      if isSpecial {
        (handle, isNamed, draft) = (try FileHandle(forWritingTo: url), false, "")
        return
      }
      try Self.check(url.lastPathComponent)
      let folder = url.deletingLastPathComponent().path
      AtomicFolder(path: folder).removeDeadDrafts(Self.prefix)
      if let nameless = Self.nameless(in: folder, mode) {
        // The draft has its lock when it gets its name.
        DraftLock.hold(nameless.fileDescriptor)
        (handle, isNamed, draft) = (nameless, false, Self.newName)
        return
      }
      (handle, draft) = try Self.named(in: folder, mode)
      isNamed = true
    } catch { throw .unwritable(path, error) }
  }

  /// - Throws: `SnapshotError.invalidArgument` for a name that no file can get, or not for long.
  private static func check(_ name: String) throws(SnapshotError) {
    if name.utf8.count > Int(NAME_MAX) {
      throw SnapshotError(
        .invalidArgument,
        "its name has \(name.utf8.count) bytes, and \(NAME_MAX) are the most that a name can have")
    }
    if name.hasPrefix(prefix) {
      throw SnapshotError(
        .invalidArgument, "names that begin with \(prefix) are of drafts, which are removed")
    }
  }

  /// Whether there is something that is no regular file. Calls `stat(2)`.
  @_spi(Tools) public static func isSpecial(_ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// A file without a name; nil where there is no such thing, or no way to name it later.
  private static func nameless(in folder: String, _ mode: mode_t) -> FileHandle? {
    #if os(Linux)
    // O_TMPFILE of <fcntl.h>, which is no constant that Swift sees.
    let descriptor = open(folder, 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if access(place(of: handle), F_OK) == 0 { return handle }
    #endif
    return nil
  }

  private static var newName: String { "\(prefix)\(UUID().uuidString)" }

  /// A draft that has its name from the beginning.
  private static func named(
    in folder: String, _ mode: mode_t
  ) throws -> (FileHandle, draft: String) {
    while true {
      let draft = newName
      let path = "\(folder)/\(draft)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      DraftLock.hold(handle.fileDescriptor)
      // Somebody may have taken it for dead before it was locked.
      if FileManager.default.fileExists(atPath: path) { return (handle, draft) }
    }
  }

  /// Where the system shows an open file.
  private static func place(of handle: FileHandle) -> String {
    "/proc/self/fd/\(handle.fileDescriptor)"
  }

  /// Gives the draft its name.
  private func nameDraft(in folder: String) throws {
    if isNamed { return }
    let own = Self.place(of: handle)
    guard linkat(AT_FDCWD, own, AT_FDCWD, "\(folder)/\(draft)", AT_SYMLINK_FOLLOW) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    isNamed = true
  }

  @_spi(Tools) public func write(_ bytes: [UInt8]) throws(InterchangeError) {
    pending += bytes
    if pending.count >= Self.size { try writePending() }
  }

  /// Writes what was put together so far, so that a lack of room shows before anything is kept.
  @_spi(Tools) public func writePending() throws(InterchangeError) {
    do { try handle.write(contentsOf: pending) } catch {
      throw .unwritable(path, error)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name, in place of one that has it; ends what is written into.
  ///
  /// - Parameter flushes: false for a file that somebody else flushes before it counts.
  /// - Throws: `InterchangeError`: `unwritableFile`; `targetExists` when another process has given
  ///   a file the name, which this one is not to replace.
  @_spi(Tools) public func keep(flushes: Bool = true) throws(InterchangeError) {
    try writePending()
    let folder = AtomicFolder(path: url.deletingLastPathComponent().path)
    do {
      if isSpecial {
        try handle.close()
        isKept = true
        return
      }
      if flushes { try handle.synchronize() }
      try nameDraft(in: folder.path)
    } catch { throw .unwritable(path, error) }
    if !replaces, try takeFreeName(in: folder.path) {
      isNamed = false
    } else {
      do { try folder.give(FileName(draft), theName: url.lastPathComponent, in: folder) } catch {
        throw .unwritable(path, error)
      }
    }
    isKept = true
    do {
      // Until it has its name, its lock keeps others from removing it.
      try handle.close()
      if flushes { try folder.flush() }
    } catch { throw .unwritable(path, error) }
  }

  /// Gives the draft the name that nothing has. False where an empty file has it, which may go, or
  /// the file system knows no such step.
  private func takeFreeName(in folder: String) throws(InterchangeError) -> Bool {
    let own = "\(folder)/\(draft)"
    if link(own, url.path) == 0 {
      unlink(own)
      return true
    }
    var status = stat()
    guard errno == EEXIST, stat(url.path, &status) == 0, status.st_size > 0 else { return false }
    throw InterchangeError(
      .targetExists, file: url.lastPathComponent,
      "\(path) is there already: another process has written it meanwhile")
  }

  /// Writes a text as a whole.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  @_spi(Tools) public static func write(_ text: String, to url: URL) throws(InterchangeError) {
    let file = try NewFile(url)
    try file.write(Array(text.utf8))
    try file.keep()
  }

  deinit {
    if isKept { return }
    try? handle.close()
    guard isNamed else { return }
    let folder = url.deletingLastPathComponent().path
    try? FileManager.default.removeItem(atPath: "\(folder)/\(draft)")
  }
}
