#if CoreData
internal import Daybook
internal import Foundation
internal import Interchange

/// A copy of a store's files in a folder of its own, which goes with this value.
///
/// SQLite makes a file beside a store even to read it, so only a copy is opened. The files are
/// copied without a lock. That nobody wrote meanwhile is seen afterwards, by time, size and
/// digest.
final class SQLiteCopy: Sendable {
  /// How often copying is tried while somebody writes.
  static let attempts = 5
  /// What SQLite keeps beside the store and does not make anew: the log of what is not in the
  /// store yet, and the journal of what was broken off.
  static let besides = ["-wal", "-journal"]
  /// What each SQLite file begins with.
  static let magic = Array("SQLite format 3\0".utf8)

  /// The copied store.
  let store: URL
  /// The files that were copied.
  let files: [ImportFile]
  /// What the files were like.
  let marks: [StorePosition.FileMark]
  private let folder: URL

  /// Copies a store.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - whileCopying: called each time between copying and looking again.
  /// - Throws: `InterchangeError`: `unreadableFile`; `notCoreData`; `inUse` when somebody goes on
  ///   writing; `damagedFile` when the log lacks what was committed; `unwritableFile`.
  init(of url: URL, name: String, whileCopying: () -> Void = {}) throws {
    let url = url.resolvingSymlinksInPath()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-\(UUID().uuidString)")
    store = folder.appendingPathComponent("store.sqlite")
    let copied: ([ImportFile], [StorePosition.FileMark])?
    do {
      try Self.checkHeader(url, name)
      copied = try Self.copy(url, name, into: store, whileCopying)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
    guard let copied else {
      try? FileManager.default.removeItem(at: folder)
      throw InterchangeError(
        .inUse, file: name,
        "\(name) was written to while it was copied, \(Self.attempts) times in a row; "
          + "close its app and try again.")
    }
    (files, marks) = copied
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func checkHeader(_ url: URL, _ name: String) throws {
    _ = try FileMark(url, name)
    let handle: FileHandle
    do { handle = try FileHandle(forReadingFrom: url) } catch {
      throw InterchangeError.unreadable(name, error)
    }
    defer { try? handle.close() }
    guard let head = try? handle.read(upToCount: magic.count), Array(head) == magic else {
      throw InterchangeError(
        .notCoreData, file: name,
        "\(name) is not a store of Core Data: it is no SQLite file, or it is encrypted.")
    }
  }

  private static func copy(
    _ url: URL, _ name: String, into store: URL, _ whileCopying: () -> Void
  ) throws -> ([ImportFile], [StorePosition.FileMark])? {
    for attempt in 0..<attempts {
      if attempt > 0 { Thread.sleep(forTimeInterval: 0.05) }
      let names = besideNames(url)
      do {
        if let copied = try copy(url, name, names, into: store, whileCopying) { return copied }
      } catch let error as InterchangeError {
        if mayHaveGone(error, url, names) { continue }
        if besideNames(url) == names { throw error }
      }
    }
    return nil
  }

  /// Whether a file could not be read because it was there and then was not: a journal goes when
  /// its transaction ends, in the middle of being looked at, and comes back with the next.
  private static func mayHaveGone(
    _ error: InterchangeError, _ url: URL, _ names: [String]
  ) -> Bool {
    guard names.count > 1, error.code == .unreadableFile else { return false }
    // One call a file: between two it may come back.
    return names.allSatisfy { suffix in
      access(Self.url(url, suffix).path, R_OK) == 0 || !suffix.isEmpty && errno == ENOENT
    }
  }

  /// Copies once; nil when somebody wrote meanwhile.
  private static func copy(
    _ url: URL, _ name: String, _ suffixes: [String], into store: URL, _ whileCopying: () -> Void
  ) throws -> ([ImportFile], [StorePosition.FileMark])? {
    let sources = try suffixes.map { suffix in
      (suffix: suffix, file: try SourceFile(url: Self.url(url, suffix), name: name + suffix))
    }
    let marks = try sources.map {
      try FileMark(Self.url(url, $0.suffix), $0.file.name).named($0.suffix)
    }
    try makeFolder(store.deletingLastPathComponent(), name)
    for source in sources {
      try copyFile(Self.url(url, source.suffix), Self.url(store, source.suffix), name)
    }
    whileCopying()
    guard besideNames(url) == sources.map(\.suffix),
      try sources.allSatisfy({ try isSame($0.file, Self.url(store, $0.suffix)) })
    else { return nil }
    try WriteAheadLog.check(Self.url(store, "-wal"), name: name + "-wal")
    return (sources.map(\.file.importFile), marks)
  }

  private static func isSame(_ file: SourceFile, _ copy: URL) throws -> Bool {
    guard (try? file.checkUnchanged()) != nil else { return false }
    return try SourceFile(url: copy).digest == file.digest
  }

  private static func besideNames(_ url: URL) -> [String] {
    [""] + besides.filter { FileManager.default.fileExists(atPath: Self.url(url, $0).path) }
  }

  static func url(_ url: URL, _ suffix: String) -> URL {
    URL(atPath: url.path + suffix)
  }

  /// An empty folder for this user alone.
  private static func makeFolder(_ folder: URL, _ name: String) throws {
    try? FileManager.default.removeItem(at: folder)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw uncopied(name, error) }
  }

  private static func copyFile(_ from: URL, _ to: URL, _ name: String) throws {
    do {
      try FileManager.default.copyItem(at: from, to: to)
      // SQLite writes into the copy, which may come of a file that is only for reading.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: to.path)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      throw InterchangeError.unreadable(name, CocoaError(.fileReadNoSuchFile))
    } catch { throw uncopied(name, error) }
  }

  private static func uncopied(_ name: String, _ error: any Error) -> InterchangeError {
    let error = error as NSError
    return InterchangeError(
      .unwritableFile, file: name,
      "\(name) cannot be copied into a temporary folder: "
        + (error.localizedFailureReason ?? error.localizedDescription))
  }

  private typealias FileMark = StorePosition.FileMark
}
#endif
