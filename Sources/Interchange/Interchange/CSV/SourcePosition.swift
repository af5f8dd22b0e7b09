/// Where a row stands in its file.
public struct SourcePosition: Hashable, Codable, Sendable {
  /// The file's name without its folder.
  public let file: String
  /// The record's number; the header, if there is one, is record 1.
  public let record: Int
  /// The physical line the record begins on, from 1; line breaks inside quotes count.
  public let line: Int

  /// Names a place in a file.
  public init(file: String, record: Int, line: Int) {
    self.file = file
    self.record = record
    self.line = line
  }
}
