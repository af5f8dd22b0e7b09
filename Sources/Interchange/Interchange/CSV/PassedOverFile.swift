public import Foundation

/// A file beside those that were read, of which nothing is imported.
public struct PassedOverFile: Sendable, Equatable, Codable {
  /// The file's name without its folder.
  public let name: String
  /// Its rows, the header and blank lines left out; nil when it is no CSV file that can be read.
  public let rows: Int?

  /// Counts the rows of a file.
  public init(_ url: URL) {
    name = url.lastPathComponent
    rows = try? Self.rows(of: SourceFile(url))
  }

  package init(name: String, rows: Int) { (self.name, self.rows) = (name, rows) }

  private static func rows(of file: SourceFile) throws -> Int {
    var reader = try CSVReader(file)
    var count = 0
    while let record = try reader.next() { count += record.isBlank ? 0 : 1 }
    return max(0, count - 1)
  }
}
