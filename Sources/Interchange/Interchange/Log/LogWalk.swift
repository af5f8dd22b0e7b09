internal import Daybook
internal import Foundation

/// Goes through a log file line by line and checks each.
struct LogWalk {
  let preamble: LogPreamble
  private let name: String
  private var lines: LineReader
  private var digest = FileDigest()
  private var count: UInt64 = 0

  init(_ url: URL, _ name: String) throws(InterchangeError) {
    self.name = name
    lines = try LineReader(url, name)
    let first = try lines.next()
    preamble = try LogPreamble(first, file: name)
    digest.update(first ?? [])
  }

  /// The line that was read last.
  var line: Int { lines.line }

  struct Item {
    let number: UInt64
    let message: LogMessage
    let bytes: [UInt8]
  }

  /// The next transaction; nil when all have been read and nothing follows.
  ///
  /// - Throws: `InterchangeError`: `damagedFile`, `unreadableFile`.
  mutating func next() throws(InterchangeError) -> Item? {
    guard let line = try lines.next() else {
      throw .damaged(
        name, "it ends after line \(lines.line), without the line that ends a whole file")
    }
    if line.starts(with: LogLine.endStart) {
      try end(line)
      return nil
    }
    let number = preamble.after + count + 1
    guard number <= preamble.through else {
      throw .damaged(name, line: lines.line, "is more than the first line announces")
    }
    guard let bytes = LogLine.message(in: line) else {
      throw .damaged(name, line: lines.line, "holds no message")
    }
    let message: LogMessage
    do {
      let (found, expected) = try LogLine.transaction(number, bytes)
      guard expected == line else {
        throw InterchangeError.damaged(
          name, line: lines.line, "is not what its message says of transaction \(number)")
      }
      message = found
    } catch let error as InterchangeError {
      throw error
    } catch {
      throw .damaged(name, line: lines.line, "holds what is no message: \(error)")
    }
    digest.update(line)
    count += 1
    return Item(number: number, message: message, bytes: bytes)
  }

  private mutating func end(_ line: [UInt8]) throws(InterchangeError) {
    guard preamble.after + count == preamble.through else {
      throw .damaged(
        name, line: lines.line,
        "comes after \(count) of \(preamble.through - preamble.after) transactions")
    }
    guard line == LogLine.end(transactions: count, digest) else {
      throw .damaged(name, line: lines.line, "has another digest than the lines before it")
    }
    guard try lines.next() == nil else {
      throw .damaged(name, line: lines.line, "follows the last one")
    }
  }
}
