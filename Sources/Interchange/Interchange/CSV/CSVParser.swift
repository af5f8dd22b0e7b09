/// Splits the UTF-8 bytes of one record into cells.
struct CSVParser {
  private let bytes: [UInt8]
  private let file: String
  private let separator: UInt8
  private var at = 0
  /// The physical line.
  private(set) var line: Int

  init(bytes: [UInt8], separator: UInt8, line: Int, file: String) {
    self.bytes = bytes
    self.separator = separator
    self.line = line
    self.file = file
  }

  mutating func parse() throws(InterchangeError) -> [String] {
    var fields: [String] = []
    try fields.append(field())
    while at < bytes.count, bytes[at] == separator {
      at += 1
      try fields.append(field())
    }
    return fields
  }

  /// Reads up to, not over, a separator, a line end or the end of the file.
  private mutating func field() throws(InterchangeError) -> String {
    let (start, firstLine) = (at, line)
    while at < bytes.count {
      switch bytes[at] {
      case separator, .lineFeed, .carriageReturn: return try text(bytes[start..<at], firstLine)
      case .quote where bytes[start..<at].allSatisfy({ $0 == .blank }):
        return try quotedField(from: start)
      case 0: throw .notCSV(file, line: line, "holds a NUL byte")
      default: at += 1
      }
    }
    return try text(bytes[start..<at], firstLine)
  }

  private mutating func quotedField(from start: Int) throws(InterchangeError) -> String {
    var content = Array(bytes[start..<at])
    let firstLine = line
    var opened: Int?
    // Behind other text a quote is a character like any other.
    var mayOpen = true
    while at < bytes.count {
      let byte = bytes[at]
      switch (byte, opened) {
      case (0, _): throw .notCSV(file, line: line, "holds a NUL byte")
      case (.quote, nil) where mayOpen: opened = line
      case (.quote, .some) where at + 1 < bytes.count && bytes[at + 1] == .quote:
        content.append(.quote)
        at += 1
      case (.quote, .some): opened = nil
      case (separator, nil), (.lineFeed, nil), (.carriageReturn, nil):
        return try text(content, of: start, firstLine)
      default:
        if opened == nil { mayOpen = mayOpen && byte == .blank }
        content.append(byte)
        countLine(at: at)
      }
      at += 1
    }
    if let opened { throw .notCSV(file, line: opened, "opens a quote that never closes") }
    return try text(content, of: start, firstLine)
  }

  /// Counts a line break inside quotes; CRLF counts once, at its line feed.
  private mutating func countLine(at index: Int) {
    switch bytes[index] {
    case .lineFeed: line += 1
    case .carriageReturn where index + 1 == bytes.count || bytes[index + 1] != .lineFeed: line += 1
    default: break
    }
  }

  /// The text between quotes. They may stand within a character, which is none then, although what
  /// is left without them is one.
  private func text(
    _ content: [UInt8], of start: Int, _ line: Int
  ) throws(InterchangeError) -> String {
    _ = try text(bytes[start..<at], line)
    return try text(content[...], line)
  }

  private func text(_ slice: ArraySlice<UInt8>, _ line: Int) throws(InterchangeError) -> String {
    // Nearly all cells; validating looks up generic types each time.
    if slice.allSatisfy({ $0 < 0x80 }) {
      return String(unsafeUninitializedCapacity: slice.count) { buffer in
        _ = buffer.update(fromContentsOf: slice)
        return slice.count
      }
    }
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw .notCSV(file, line: line, "holds bytes that are not UTF-8 text; save the file as UTF-8")
    }
    return text
  }
}
