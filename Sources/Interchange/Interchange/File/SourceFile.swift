internal import Daybook
package import Foundation

/// A file that an import reads, as it was when it was looked at first.
public struct SourceFile: Sendable {
  /// Its name, without the folder that was named.
  public let name: String
  /// Its size in bytes.
  public let size: Int
  /// The SHA-256 digest of its bytes, in hexadecimal digits.
  public let digest: String
  private let content: Content

  private enum Content: Sendable {
    case file(URL, FileState)
    case memory([UInt8])
  }

  /// Looks at a file: reads it once, for its digest.
  ///
  /// - Throws: `InterchangeError.unreadableFile`, also for what is no regular file.
  public init(_ path: String, name: String? = nil) throws(InterchangeError) {
    try self.init(url: URL(atPath: path), name: name)
  }

  /// As the public one.
  package init(url: URL, name: String? = nil) throws(InterchangeError) {
    let name = name ?? url.lastPathComponent
    let state = try FileState(url, name)
    var (digest, size) = (FileDigest(), 0)
    let blocks = try BlockReader(url, name)
    while let block = try blocks.next() {
      digest.update(block)
      size += block.count
    }
    self.name = name
    self.size = size
    self.digest = digest.text
    content = .file(url, state)
  }

  /// Bytes in memory that stand for a file.
  public init(bytes: [UInt8], name: String) {
    var digest = FileDigest()
    digest.update(bytes)
    self.name = name
    size = bytes.count
    self.digest = digest.text
    content = .memory(bytes)
  }

  /// Whether it is still the file that was looked at.
  ///
  /// - Throws: `InterchangeError.sourceChanged`.
  public func checkUnchanged() throws(InterchangeError) {
    guard case .file(let url, let state) = content else { return }
    guard let now = try? FileState(url, name), now == state else {
      throw InterchangeError(
        .sourceChanged, file: name, "\(name) has changed while it was read; import it again.")
    }
  }

  /// What it is by its first bytes; nil when they are those of text.
  ///
  /// - Throws: `InterchangeError.unreadableFile`.
  package var kind: FileKind? {
    get throws(InterchangeError) { try blocks().next().flatMap { FileKind($0) } }
  }

  /// Reads the file from its beginning.
  func blocks() throws(InterchangeError) -> BlockReader {
    switch content {
    case .file(let url, _): try BlockReader(url, name)
    case .memory(let bytes): BlockReader(bytes, name)
    }
  }

  /// All bytes.
  ///
  /// - Throws: `InterchangeError`: `tooLarge` for more than `limit` bytes, `unreadableFile`.
  public func bytes(limit: Int) throws(InterchangeError) -> [UInt8] {
    guard size <= limit else {
      throw InterchangeError(
        .tooLarge, file: name,
        "\(name) has \(size) bytes; at most \(limit) are read of a file of this sort.")
    }
    var bytes: [UInt8] = []
    let blocks = try blocks()
    while let block = try blocks.next() { bytes += block }
    return bytes
  }

  /// The file in an import's report.
  public var importFile: ImportFile { ImportFile(name: name, size: size, digest: digest) }
}

/// What tells that a file was written again.
struct FileState: Equatable {
  let size: UInt64
  let modified: Date
  let number: UInt64

  init(_ url: URL, _ name: String) throws(InterchangeError) {
    let attributes: [FileAttributeKey: Any]
    try InterchangeError.refuseLoop(url)
    do {
      let path = url.resolvingSymlinksInPath().path
      attributes = try FileManager.default.attributesOfItem(atPath: path)
    } catch { throw .unreadable(name, error) }
    if attributes[.type] as? FileAttributeType == .typeDirectory {
      throw InterchangeError(
        .unreadableFile, file: name, "\(name) is a folder; name the file in it.")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw InterchangeError(.unreadableFile, file: name, "\(name) is not a file.")
    }
    size = attributes[.size] as? UInt64 ?? 0
    modified = attributes[.modificationDate] as? Date ?? .distantPast
    number = attributes[.systemFileNumber] as? UInt64 ?? 0
  }
}

/// Gives the bytes of a file in blocks.
final class BlockReader {
  private static let size = 1 << 18

  private let name: String
  private let handle: FileHandle?
  private var rest: [UInt8]

  init(_ url: URL, _ name: String) throws(InterchangeError) {
    self.name = name
    rest = []
    do { handle = try FileHandle(forReadingFrom: url) } catch { throw .unreadable(name, error) }
  }

  init(_ bytes: [UInt8], _ name: String) {
    self.name = name
    rest = bytes
    handle = nil
  }

  /// The next bytes; nil at the end.
  func next() throws(InterchangeError) -> [UInt8]? {
    guard let handle else {
      defer { rest = [] }
      return rest.isEmpty ? nil : rest
    }
    do {
      guard let data = try handle.read(upToCount: Self.size), !data.isEmpty else { return nil }
      return [UInt8](data)
    } catch { throw .unreadable(name, error) }
  }

  deinit { try? handle?.close() }
}

extension InterchangeError {
  /// Refuses a symbolic link that leads to itself.
  ///
  /// - Throws: `unreadableFile`.
  package static func refuseLoop(_ url: URL) throws(InterchangeError) {
    guard let link = LoopingLink.sentence(on: url.relativePath) else { return }
    throw InterchangeError(.unreadableFile, file: url.lastPathComponent, "\(link).")
  }

  /// A file that cannot be read, with what the system says.
  package static func unreadable(_ file: String, _ error: any Error) -> InterchangeError {
    let error = error as NSError
    let reason = error.localizedFailureReason ?? error.localizedDescription
    return InterchangeError(
      .unreadableFile, file: file, "\(file) cannot be read: \(reason)")
  }
}
