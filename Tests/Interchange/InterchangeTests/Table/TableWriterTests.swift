import DaybookTesting
import Foundation
import Interchange
import TemporaryFolders
import Testing

/// Rows as CSV, JSON and lines of JSON.
struct TableWriterTests {
  private let columns = ["name", "count", "amount.value", "ok", "tags"]
  private let rows: [[TableCell]] = [
    [.text("Noor"), .integer(-7), .number(118.29411764705883), .bool(true), .list(["a", "b, c"])],
    [.text(""), .none, .number(60), .bool(false), .list([])],
    [.text("a \"b\",\r\nc 🛁\u{1}"), .integer(.max), .number(.nan), .none, .list(["\""])],
  ]

  private func written(
    _ columns: [String], _ rows: [[TableCell]], as format: TableFormat
  ) throws -> String {
    var bytes: [UInt8] = []
    var table = TableWriter(columns, as: format) { bytes += $0 }
    for row in rows { try table.write(row) }
    #expect(table.rows == rows.count)
    try table.finish()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `CSV is quoted as RFC 4180 says, and no value is no empty text`() throws {
    #expect(
      try written(columns, rows, as: .csv)
        == "name,count,amount.value,ok,tags\r\n"
        + "Noor,-7,118.29411764705883,true,\"[\"\"a\"\",\"\"b, c\"\"]\"\r\n"
        + "\"\",,60,false,[]\r\n"
        + "\"a \"\"b\"\",\r\nc 🛁\u{1}\",9223372036854775807,,,\"[\"\"\\\"\"\"\"]\"\r\n")
  }

  @Test func `JSON is one array, a row a line`() throws {
    #expect(
      try written(columns, rows, as: .json) == """
        [
        {"name":"Noor","count":-7,"amount.value":118.29411764705883,"ok":true,"tags":["a","b, c"]},
        {"name":"","count":null,"amount.value":60,"ok":false,"tags":[]},
        {"name":"a \\"b\\",\\u000d\\u000ac 🛁\\u0001","count":9223372036854775807,"amount.value":null,\
        "ok":null,"tags":["\\""]}
        ]

        """)
  }

  @Test func `lines of JSON are the rows of the array`() throws {
    let lines = try written(columns, rows, as: .ndjson)
    let array = try written(columns, rows, as: .json)
    #expect(
      "[\n" + lines.dropLast().replacing("\n", with: ",\n") + "\n]\n" == array)
    for line in lines.split(separator: "\n") {
      _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }
  }

  @Test(arguments: [(TableFormat.csv, "day\r\n"), (.json, "[\n]\n"), (.ndjson, "")])
  func `a table without rows is whole too`(format: TableFormat, text: String) throws {
    #expect(try written(["day"], [], as: format) == text)
  }

  @Test func `what CSV says is read back cell by cell`() throws {
    let text = try written(columns, rows, as: .csv)
    let records = try CSVReader.records(of: SourceFile(bytes: Array(text.utf8), name: "t.csv"))
    #expect(records.map { $0.fields.count } == [5, 5, 5, 5])
    #expect(records.dropFirst().map { $0.fields[0] } == ["Noor", "", "a \"b\",\r\nc 🛁\u{1}"])
    #expect(records[2].rawText == "\"\",,60,false,[]")
  }

  @Test(arguments: [TableFormat.csv, .ndjson])
  func `numbers read back bit for bit`(format: TableFormat) throws {
    var random = SeededGenerator(seed: 11)
    var values = [0, -0.0, 0.1, 1e16, 1e-5, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    while values.count < 2_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { values.append(value) }
    }
    let text = try written(["n"], values.map { [.number($0)] }, as: format)
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let found =
      format == .csv
      ? lines.dropFirst().map { Double($0) }
      : lines.map { Double($0.dropFirst(5).dropLast()) }
    #expect(found.map { $0?.bitPattern } == values.map(\.bitPattern))
  }

  @Test func `a file that is given up leaves what was there`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("t.csv")
    let first = try TableFile(["day"], as: .csv, at: url.path)
    try first.write([.text("2026-11-20")])
    #expect(try first.keep() == 1)
    do {
      let second = try TableFile(["day"], as: .csv, at: url.path)
      for _ in 0..<100_000 { try second.write([.text("2026-11-21")]) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["t.csv"])
    #expect(try String(contentsOf: url, encoding: .utf8) == "day\r\n2026-11-20\r\n")
  }
}
