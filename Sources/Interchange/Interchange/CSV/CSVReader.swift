/// Reads the records of a CSV file one by one (RFC 4180, with the leniencies real files need).
///
/// Takes UTF-8 and UTF-16, each with or without a byte order mark; rows end with CR, LF or CRLF,
/// and the last may have no end. Cells are separated by commas, by semicolons or by tabs: by what a
/// first line such as `sep=;` names, else by what the first line has most of. Quotes stand
/// around a cell or a part of it that no other text is before; behind that a quote is a character.
/// A doubled quote within quotes is a quote, and everything inside them is kept. Cells are never
/// trimmed.
///
/// Cost: O(bytes), with one record in memory; a file in UTF-16 is read whole.
//
// Not a library: the one that resolves here, SwiftCSV, splits text by `Character` (so rows break
// at U+2028 and CRLF becomes one symbol), trims blanks and gives no line numbers.
public struct CSVReader {
  /// The most bytes that a record may have.
  public static let recordLimit = 1 << 18
  /// The most bytes that a file in UTF-16 may have.
  static let wideLimit = 1 << 27

  /// One record.
  public struct Record: Hashable, Sendable {
    /// The record's number, from 1; a header counts.
    public let number: Int
    /// The physical line the record begins on, from 1.
    public let line: Int
    /// The cells, unquoted.
    public let fields: [String]
    private let bytes: [UInt8]

    init(number: Int, line: Int, fields: [String], bytes: [UInt8]) {
      self.number = number
      self.line = line
      self.fields = fields
      self.bytes = bytes
    }

    /// Whether the line holds nothing at all, not even a quote or a separator.
    public var isBlank: Bool { bytes.isEmpty }

    /// The record's text as the file has it, with quotes and without its line end.
    public var rawText: String { String(decoding: bytes, as: UTF8.self) }
  }

  private let file: SourceFile
  private let blocks: BlockReader
  private var buffer: [UInt8] = []
  private var at = 0
  private var number = 0
  private var line = 1
  /// How many cells the record before had.
  private var width = 0
  /// The byte between two cells.
  package private(set) var separator = UInt8.comma

  /// Opens a file.
  ///
  /// - Throws: `InterchangeError`: `unreadableFile`; `notCSV` for a first line that names another
  ///   separator than the next line has, and for a workbook, an archive, a
  ///   database and others that their first bytes tell, with what to do; `notCSV` and `tooLarge`
  ///   for UTF-16.
  public init(_ file: SourceFile) throws(InterchangeError) {
    self.file = file
    let blocks = try file.blocks()
    let first = try blocks.next() ?? []
    if let kind = FileKind(first) {
      throw .wrongKind(kind, file.name, wanting: "CSV", .notCSV)
    }
    if TextBytes.isWide(first) {
      let bytes = try file.bytes(limit: Self.wideLimit)
      self.blocks = BlockReader([], file.name)
      buffer = try TextBytes.utf8(bytes, file: file.name)
    } else {
      self.blocks = blocks
      buffer = first
    }
    // A program that takes the mark for a letter puts another one before it.
    while buffer[at...].starts(with: [0xEF, 0xBB, 0xBF]) { at += 3 }
    let found = CellSeparator(buffer[at...])
    separator = found.byte
    if let other = found.contradiction {
      throw .notCSV(
        file.name, line: 1,
        "says that \(CellSeparator.name(found.byte)) separates the cells, and line 2 has "
          + "\(CellSeparator.name(other)) between them; take line 1 out")
    }
    if found.lineLength > 0 {
      at += found.lineLength
      line = 2
    }
  }

  /// The next record; nil at the end.
  ///
  /// - Throws: `InterchangeError`: `notCSV` with the line for a quote that never closes, a NUL, or
  ///   bytes that are not text; `tooLarge` for a record above `recordLimit`; `unreadableFile`.
  public mutating func next() throws(InterchangeError) -> Record? {
    guard try isMore(0) else { return nil }
    if let record = plainRecord() {
      try takeLineEnd()
      return record
    }
    let count = try recordLength()
    let bytes = Array(buffer[at..<at + count])
    at += count
    number += 1
    var parser = CSVParser(bytes: bytes, separator: separator, line: line, file: file.name)
    let fields = try parser.parse()
    let record = Record(number: number, line: line, fields: fields, bytes: bytes)
    line = parser.line + 1
    try takeLineEnd()
    return record
  }

  /// The next record, up to its line end, when it is in the buffer and has neither quotes nor
  /// anything but ASCII, as nearly all; nil otherwise, with nothing taken.
  private mutating func plainRecord() -> Record? {
    var fields: [String] = []
    fields.reserveCapacity(width)
    let (start, separator) = (at, separator)
    // Safety: the bytes stay within the closure, and each index is below their count.
    let end: Int? = buffer.withUnsafeBufferPointer { bytes in
      var (index, cell) = (start, start)
      while index < bytes.count {
        let byte = bytes[index]
        let isEnd = byte == .lineFeed || byte == .carriageReturn
        if isEnd || byte == separator {
          fields.append(Self.text(bytes[cell..<index]))
          if isEnd { return index }
          cell = index + 1
        } else if byte == .quote || byte == 0 || byte >= 0x80 {
          return nil
        }
        index += 1
      }
      return nil
    }
    guard let end, end - start <= Self.recordLimit else { return nil }
    (at, number, width) = (end, number + 1, fields.count)
    defer { line += 1 }
    return Record(number: number, line: line, fields: fields, bytes: Array(buffer[start..<end]))
  }

  private static func text(_ cell: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    if cell.isEmpty { return "" }
    return String(unsafeUninitializedCapacity: cell.count) { buffer in
      _ = buffer.update(fromContentsOf: cell)
      return cell.count
    }
  }

  /// The record's place in the file.
  public func position(of record: Record) -> SourcePosition {
    SourcePosition(file: file.name, record: record.number, line: record.line)
  }

  /// How many bytes the record has: up to a line end outside of quotes, or that of the file.
  ///
  /// A quote behind other text of its cell is a character like any other.
  private mutating func recordLength() throws(InterchangeError) -> Int {
    var (count, isQuoted, mayOpen) = (0, false, true)
    var (line, opened) = (line, line)
    while try isMore(count) {
      // `at` moves when more is read.
      let byte = buffer[at + count]
      if byte == .quote {
        if isQuoted || mayOpen { isQuoted.toggle() }
        if isQuoted { opened = line }
      } else if !isQuoted {
        mayOpen = byte == separator || mayOpen && byte == .blank
      }
      if !isQuoted, byte == .lineFeed || byte == .carriageReturn { break }
      if byte == .lineFeed { line += 1 }
      count += 1
      guard count <= Self.recordLimit else {
        throw InterchangeError(
          .tooLarge, file: file.name,
          "The row that begins on line \(self.line) of \(file.name) has more than "
            + "\(Self.recordLimit) bytes"
            + (isQuoted ? "; perhaps the quote on line \(opened) is not closed." : "."))
      }
    }
    return count
  }

  private mutating func takeLineEnd() throws(InterchangeError) {
    guard try isMore(0) else { return }
    let wasReturn = buffer[at] == .carriageReturn
    at += 1
    if wasReturn, try isMore(0), buffer[at] == .lineFeed { at += 1 }
  }

  /// Whether there are more than `count` bytes ahead.
  private mutating func isMore(_ count: Int) throws(InterchangeError) -> Bool {
    while at + count >= buffer.count {
      guard let block = try blocks.next() else { return false }
      buffer.removeFirst(at)
      at = 0
      buffer += block
    }
    return true
  }
}
