/// The records of one CSV file (RFC 4180, with the leniencies real files need).
///
/// Takes UTF-8 with or without a byte order mark and UTF-16 with one; rows end with CR, LF or
/// CRLF, and the last may have no end. A quote may start anywhere in a field, a doubled quote is
/// a quote, and everything inside quotes is kept. Cells are never trimmed.
///
/// Cost: O(bytes); the cells are copied once.
//
// Not a library: the one that resolves here, SwiftCSV, splits text by `Character` (so rows break
// at U+2028 and CRLF becomes one symbol), trims blanks and gives no line numbers.
public struct CSVTable: Sendable {
  /// One record.
  public struct Record: Hashable, Sendable {
    /// The record's number, from 1; a header counts.
    public let number: Int
    /// The physical line the record begins on, from 1.
    public let line: Int
    /// The cells, unquoted.
    public let fields: [String]
    let bytes: Range<Int>

    /// Whether the line holds nothing at all, not even a quote or a comma.
    public var isBlank: Bool { bytes.isEmpty }
  }

  /// The file's name, for messages.
  public let file: String
  /// Every record in file order, blank lines and a header included.
  public let records: [Record]
  private let bytes: [UInt8]

  /// Reads a file's bytes.
  ///
  /// Throws ``InterchangeError`` with ``InterchangeError/Code/notCSV`` and the line for a quote
  /// that never closes, a NUL, or bytes that are not text.
  public init(_ bytes: [UInt8], file: String) throws(InterchangeError) {
    let text = try TextBytes.utf8(bytes, file: file)
    var parser = CSVParser(bytes: text, file: file)
    self.records = try parser.parse()
    self.bytes = text
    self.file = file
  }

  /// The record's text as the file has it, with quotes and without its line end.
  public func rawText(of record: Record) -> String {
    String(decoding: bytes[record.bytes], as: UTF8.self)
  }

  /// The record's place in this file.
  public func position(of record: Record) -> SourcePosition {
    SourcePosition(file: file, record: record.number, line: record.line)
  }
}
