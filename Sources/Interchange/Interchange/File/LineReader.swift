internal import Foundation

/// Gives the lines of a file, with bounded memory.
struct LineReader {
  /// No line of a log is longer: a message has at most 1 MiB, and its events' names are in it too.
  static let longest = 8 << 20

  /// The number of the line that was read last, from 1.
  private(set) var line = 0
  private let name: String
  private let blocks: BlockReader
  private var block: [UInt8] = []
  private var start = 0

  init(_ url: URL, _ name: String) throws(InterchangeError) {
    self.name = name
    blocks = try BlockReader(url, name)
  }

  /// The next line with the newline that ends it; nil at the end of the file.
  mutating func next() throws(InterchangeError) -> [UInt8]? {
    var found: [UInt8] = []
    while true {
      if let end = block[start...].firstIndex(of: 10) {
        found += block[start...end]
        start = end + 1
        break
      }
      found += block[start...]
      guard found.count <= Self.longest else {
        throw .damaged(name, line: line + 1, "is longer than any line of a log")
      }
      start = 0
      block = []
      guard let more = try blocks.next() else { break }
      block = more
    }
    if found.isEmpty { return nil }
    line += 1
    return found
  }
}
