internal import DaybookSnapshot
public import Foundation

/// A file that gets its name when it is whole and on disk.
@_spi(Tools) public final class NewFile {
  private static let size = 1 << 18

  private let url: URL
  private let draft: String
  private let handle: FileHandle
  private var pending: [UInt8] = []
  private var isKept = false

  /// - Throws: `InterchangeError.unwritableFile`.
  @_spi(Tools) public init(_ url: URL) throws(InterchangeError) {
    self.url = url
    do {
      try AtomicFolder.check(url.lastPathComponent)
      let folder = url.deletingLastPathComponent().path
      draft = ".daybook-\(UUID().uuidString)"
      let path = "\(folder)/\(draft)"
      // Of its owner alone, as the store is.
      guard
        FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: path]) }
      handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    } catch { throw .unwritable(url.lastPathComponent, error) }
  }

  @_spi(Tools) public func write(_ bytes: [UInt8]) throws(InterchangeError) {
    pending += bytes
    if pending.count >= Self.size { try writePending() }
  }

  private func writePending() throws(InterchangeError) {
    do { try handle.write(contentsOf: pending) } catch {
      throw .unwritable(url.lastPathComponent, error)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name, in place of one that has it.
  ///
  /// - Parameter flushes: false for a file that somebody else flushes before it counts.
  @_spi(Tools) public func keep(flushes: Bool = true) throws(InterchangeError) {
    try writePending()
    do {
      if flushes { try handle.synchronize() }
      try handle.close()
      let folder = AtomicFolder(path: url.deletingLastPathComponent().path)
      try folder.move(FileName(draft), to: folder, as: url.lastPathComponent)
      isKept = true
      if flushes { try folder.flush() }
    } catch { throw .unwritable(url.lastPathComponent, error) }
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
    let folder = url.deletingLastPathComponent().path
    try? FileManager.default.removeItem(atPath: "\(folder)/\(draft)")
  }
}
