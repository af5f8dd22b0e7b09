internal import Foundation

/// A file beside those that were read, of which nothing is imported.
public struct PassedOverFile: Sendable, Equatable {
  /// The file's name without its folder.
  public let name: String
  /// Its rows, the header and blank lines left out; nil when it is no CSV file that can be read.
  public let rows: Int?

  init(_ file: URL) {
    name = file.lastPathComponent
    let table = (try? Data(contentsOf: file)).flatMap { try? CSVTable(Array($0), file: "") }
    rows = table.map { max(0, $0.records.filter { !$0.isBlank }.count - 1) }
  }
}
