import Daybook
import Foundation
import Interchange

/// The lines of a file that has one JSON object in each.
struct OllieLines {
  /// The longest line that is read, in bytes; the app takes 50,000 characters.
  static let longest = 200_000

  struct Line {
    let position: SourcePosition
    let text: String
    /// The object; nil, with the reason, for a line that has none.
    let value: JSONValue?
    let reason: String
  }

  let lines: [Line]

  /// Blank lines are none.
  init(_ file: SourceFile, limit: Int) throws {
    var lines: [Line] = []
    var number = 0
    // CR and LF are one line end: what is between them is blank.
    for bytes in try file.bytes(limit: limit).split(separator: 10, omittingEmptySubsequences: false)
    {
      number += 1
      let line = bytes.last == 13 ? bytes.dropLast() : bytes
      if line.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) { continue }
      let position = SourcePosition(file: file.name, record: lines.count + 1, line: number)
      lines.append(Self.line(Array(line), position))
    }
    self.lines = lines
  }

  private static func line(_ bytes: [UInt8], _ position: SourcePosition) -> Line {
    // So much of it that it can be found again.
    let isLong = bytes.count > longest
    let text = String(decoding: isLong ? Array(bytes.prefix(1_000)) : bytes, as: UTF8.self)
    func refused(_ reason: String) -> Line {
      Line(position: position, text: text, value: nil, reason: reason)
    }
    if isLong { return refused("The line has \(bytes.count) bytes; at most \(longest) are read.") }
    do {
      return Line(position: position, text: text, value: try JSONValue(parsing: bytes), reason: "")
    } catch { return refused("It is no JSON: at byte \(error.offset) \(error.reason).") }
  }
}
