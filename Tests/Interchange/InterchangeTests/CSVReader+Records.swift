import Interchange

extension CSVReader {
  /// All records of a file.
  static func records(of file: SourceFile) throws -> [Record] {
    var reader = try CSVReader(file)
    var records: [Record] = []
    while let record = try reader.next() { records.append(record) }
    return records
  }
}
