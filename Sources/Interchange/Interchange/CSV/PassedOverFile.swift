internal import Daybook
package import Foundation

/// A file beside those that were read, of which nothing is imported.
public struct PassedOverFile: Sendable, Equatable, Codable {
  /// The file's name without its folder.
  public let name: String
  /// Its rows, the header and blank lines left out; nil when it is no CSV file that can be read.
  public let rows: Int?
  /// Why it cannot be read, in words that follow its name; nil for one that can.
  public let problem: String?

  /// Counts the rows of a file.
  public init(_ path: String) { self.init(url: URL(atPath: path)) }

  package init(url: URL) {
    name = url.lastPathComponent
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? nil : try? SourceFile(url: url)
    let kind = try? file?.kind
    rows = kind == nil ? file.flatMap { try? Self.rows(of: $0) } : nil
    problem =
      isFolder.boolValue
      ? "a folder"
      : kind.map { "\($0.words); \($0.advice(wanting: "CSV"))" }
        ?? (rows == nil ? "cannot be read as CSV" : nil)
  }

  package init(name: String, rows: Int) {
    (self.name, self.rows, problem) = (name, rows, nil)
  }

  /// A file that has rows and cannot be read.
  package init(url: URL, problem: String) {
    (name, rows, self.problem) = (url.lastPathComponent, PassedOverFile(url: url).rows, problem)
  }

  private static func rows(of file: SourceFile) throws -> Int {
    var reader = try CSVReader(file)
    var count = 0
    while let record = try reader.next() { count += record.isBlank ? 0 : 1 }
    return max(0, count - 1)
  }
}
