public import Daybook
internal import Foundation

/// The log of a store as a file: one line of JSON a transaction, lossless.
///
/// ```swift
/// try LogFile.write(store, to: file)
/// let report = try await LogFile(file).absorb(into: other)
/// ```
/// The first line names the store and the part of its log, the last one has the SHA-256 digest of
/// all bytes before it. A line between them says what a transaction is for people; its member
/// `message` has the bytes that `Reader.message(of:)` gives, in Base64, which are the truth. Files
/// are written and read with bounded memory.
public struct LogFile: Sendable, Equatable {
  /// The file's name, without its folder.
  public var name: String { url.lastPathComponent }
  /// The path of the file.
  public var path: String { url.path }
  let url: URL
  /// Its size in bytes.
  public let size: Int
  let preamble: LogPreamble

  /// The identity of the store that wrote it.
  public var store: UUID { preamble.store }
  /// The space of that store.
  public var space: UUID { preamble.space }
  /// The number of the transaction before the first one in the file; 0 for a log from its start.
  public var after: UInt64 { preamble.after }
  /// The number of the last transaction in the file.
  public var through: UInt64 { preamble.through }
  /// How many transactions the file has.
  public var transactions: UInt64 { preamble.through - preamble.after }

  /// The parameters of a projection in the store that wrote the file; nil when it had none.
  ///
  /// An app whose schema depends on them, such as on where days begin, asks for them before it
  /// makes a store of the file.
  public func parameters(ofProjection name: String) -> String? { preamble.views[name] }

  /// Reads a file once and checks every byte of it.
  ///
  /// - Throws: `InterchangeError`: `unreadableFile`, `notALog`, `newerFormat`, `damagedFile`, whose
  ///   message names the line.
  public init(_ path: String) throws {
    try self.init(URL(atPath: path)) { _, _ in }
  }

  /// The same, with the kinds of the things that its events are about.
  @_spi(Tools) public static func readingKinds(
    _ path: String
  ) throws -> (file: LogFile, kinds: Set<String>) {
    var kinds: Set<String> = []
    let file = try LogFile(URL(atPath: path)) { item, _ in
      kinds.formUnion(item.message.events.compactMap(\.kind))
    }
    return (file, kinds)
  }

  init(_ url: URL, _ visit: (LogWalk.Item, _ line: Int) throws -> Void) throws {
    let name = url.lastPathComponent
    size = Int(try FileState(url, name).size)
    var walk = try LogWalk(url, name)
    while let item = try walk.next() { try visit(item, walk.line) }
    (self.url, preamble) = (url, walk.preamble)
  }

  init(url: URL, size: Int, preamble: LogPreamble) {
    (self.url, self.size, self.preamble) = (url, size, preamble)
  }

  /// Hands the messages to `body`, from a number on, until it says false.
  ///
  /// The file was checked as a whole, so only what it hands out is looked at again: a line whose
  /// message has another checksum than it says ends it.
  func forEach(from first: UInt64 = 0, _ body: (UInt64, [UInt8]) throws -> Bool) throws {
    var lines = try LineReader(url, name)
    guard try lines.next() == preamble.line else { throw changed }
    var number = preamble.after
    while number < preamble.through, let line = try lines.next() {
      number += 1
      guard number >= first else { continue }
      guard let bytes = LogLine.checkedMessage(in: line) else { throw changed }
      if try !body(number, bytes) { return }
    }
    if number < preamble.through { throw changed }
  }

  var changed: InterchangeError {
    InterchangeError(.sourceChanged, file: name, "\(name) has changed while it was read.")
  }
}
