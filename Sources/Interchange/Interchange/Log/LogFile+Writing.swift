public import Daybook
internal import Foundation

extension LogFile {
  /// How many transactions are read at once.
  private static let pageSize: UInt64 = 256

  /// Writes the log, or a part of it, into a file.
  ///
  /// The file gets its name when it is whole and on disk; one that has it already is replaced.
  /// Everything that was acknowledged before the call is in the file. Appends go on meanwhile, and
  /// are not.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - after: the place where to begin; nil for the beginning.
  ///   - through: the place where to end; nil for the newest transaction.
  ///   - path: the file.
  /// - Throws: `InterchangeError`: `historyPurged` when transactions after `after` were purged,
  ///   `unwritableFile`; `StoreError`: `foreignToken`, `noSuchTransaction`, `damaged`.
  @discardableResult
  public static func write(
    _ store: EventStore, after: History.Token? = nil, through: History.Token? = nil, to path: String
  ) async throws -> LogFile {
    try await OwnThread.value { try put(store, after, through, into: URL(atPath: path)) }
  }

  /// The blocking twin of the asynchronous `write`.
  @available(*, noasync)
  @discardableResult
  public static func write(
    _ store: EventStore, after: History.Token? = nil, through: History.Token? = nil, to path: String
  ) throws -> LogFile {
    try put(store, after, through, into: URL(atPath: path))
  }

  /// The same, in place of a file that has something in it only if `replaces`.
  ///
  /// - Throws: also `InterchangeError.targetExists`.
  @_spi(Tools) public static func write(
    _ store: EventStore, after: History.Token?, through: History.Token?, to url: URL,
    replaces: Bool
  ) throws -> LogFile {
    try put(store, after, through, into: url, replaces: replaces)
  }

  private static func put(
    _ store: EventStore, _ after: History.Token?, _ through: History.Token?, into url: URL,
    replaces: Bool = true
  ) throws -> LogFile {
    let file = try NewFile(url, replaces: replaces)
    var size = 0
    let preamble = try stream(store, after, through) { bytes in
      size += bytes.count
      try file.write(bytes)
    }
    try file.keep()
    return LogFile(url: url, size: size, preamble: preamble)
  }

  /// Writes the log, or a part of it, piece by piece to where `write` puts it.
  @available(*, noasync)
  public static func write(
    _ store: EventStore, after: History.Token? = nil, through: History.Token? = nil,
    to write: (_ bytes: [UInt8]) throws -> Void
  ) throws {
    _ = try stream(store, after, through, write)
  }

  private static func stream(
    _ store: EventStore, _ after: History.Token?, _ through: History.Token?,
    _ write: (_ bytes: [UInt8]) throws -> Void
  ) throws -> LogPreamble {
    // Readers do not see bulk appends before they are flushed.
    try store.flush()
    let preamble = try preamble(store, after, through)
    // What is in the file, a power cut must not take from the store any more.
    try store.flush()
    var digest = FileDigest()
    try put(preamble.line, &digest, write)
    var number = preamble.after
    while number < preamble.through {
      let last = min(number + pageSize, preamble.through)
      let messages = try store.read { reader in
        try (number + 1...last).map { try reader.message(of: $0) }
      }
      for message in messages {
        number += 1
        guard let message else { throw purged(try store.read { try $0.oldestToken().number }) }
        try put(try LogLine.transaction(number, message).1, &digest, write)
      }
    }
    try write(LogLine.end(transactions: preamble.through - preamble.after, digest))
    return preamble
  }

  private static func put(
    _ line: [UInt8], _ digest: inout FileDigest, _ write: ([UInt8]) throws -> Void
  ) throws {
    digest.update(line)
    try write(line)
  }

  /// What the file is to hold.
  private static func preamble(
    _ store: EventStore, _ after: History.Token?, _ through: History.Token?
  ) throws -> LogPreamble {
    let (newest, oldest) = try store.read { reader in
      let (newest, oldest) = (try reader.token(), try reader.oldestToken().number)
      for place in [after, through].compactMap(\.self) {
        do {
          // Refuses a token of another store.
          _ = try reader.transactions(after: place, limit: 0)
        } catch let error as StoreError where error.code == .expiredToken {
          throw purged(oldest)
        }
        guard place <= newest else {
          throw StoreError(
            .noSuchTransaction,
            "there is no transaction \(place.number); the newest is \(newest.number)")
        }
      }
      return (newest.number, oldest)
    }
    let (first, last) = (after?.number ?? 0, through?.number ?? newest)
    guard first <= last else {
      throw StoreError(.invalidArgument, "the end \(last) is before the beginning \(first)")
    }
    if first < oldest { throw purged(oldest) }
    return LogPreamble(
      store: store.id, space: store.space, after: first, through: last,
      views: try store.projectionParameters())
  }

  private static func purged(_ last: UInt64) -> InterchangeError {
    InterchangeError(
      .historyPurged,
      "Transactions up to \(last) were purged, and a log without them is not the whole: take a backup, which has what they led to, or begin after \(last)."
    )
  }
}
