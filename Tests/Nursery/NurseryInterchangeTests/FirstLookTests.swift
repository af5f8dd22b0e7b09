import Interchange
import NurseryInterchange
import Testing

/// What the first look at a file says of one that is something else than what was asked for.
struct FirstLookTests {
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A text in which each sign takes that many bytes, the lowest of which has its place.
  private static func wide(_ text: String, _ width: Int, at place: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in text.utf8 {
      for index in 0..<width { bytes.append(index == place ? unit : 0) }
    }
    return bytes
  }

  private static let empty = "is empty; let the app export it again, or download it again."
  private static let long = "is text in UTF-32, not CSV; save it as UTF-8."
  private static let json = "is JSON, not CSV; name the CSV file that the app exports."
  private static let others: [([UInt8], String)] = [
    (
      text("{\\rtf1\\ansi Type,Start}"),
      "is a document of rich text (RTF), not CSV; save it as plain text."
    ),
    ([], empty), (text("\u{FEFF} \r\n\n"), empty),
    (
      text("PK\u{3}\u{4}Index/Document.iwa"),
      "is a document of Numbers, not CSV; export its sheet as CSV and name that file."
    ),
    ([0xFF, 0xFE, 0, 0] + wide("Type,Start\n", 4), long), (wide("Type,Start\n", 4), long),
    ([0, 0, 0xFE, 0xFF] + wide("Type,Start\n", 4, at: 3), long),
    (text("\u{FEFF}{\"babies\": []}"), json),
    ([0xFF, 0xFE] + wide("{\"babies\": []}", 2), json),
    (
      text("sep=;\nType,Start,End\n"),
      "is not a CSV file: line 1 says that “;” separates the cells, and line 2 has “,” between "
        + "them; take line 1 out."
    ),
  ]

  @Test(arguments: others)
  func `a file that is no CSV is told as what it is, and what to do`(
    bytes: [UInt8], message: String
  ) {
    let file = SourceFile(bytes: bytes, name: "a.csv")
    let error = #expect(throws: InterchangeError.self) {
      try CSVFile(file, required: ["Type", "Start"])
    }
    #expect(error?.message == "a.csv \(message)")
    #expect(error?.code == .notCSV)
  }

  @Test(arguments: [
    (text("{\\rtf1 {}}"), "is a document of rich text (RTF), not JSON; save it as plain text."),
    ([], empty), (wide("{}", 4), "is text in UTF-32, not JSON; save it as UTF-8."),
  ])
  func `a file that is no JSON is told as what it is, and what to do`(
    bytes: [UInt8], message: String
  ) {
    let file = SourceFile(bytes: bytes, name: "a.json")
    let error = #expect(throws: InterchangeError.self) {
      try NuzzleFile(file, now: NeighbourStore.now)
    }
    #expect(error?.message == "a.json \(message)")
    #expect(error?.code == .notJSON)
  }

  private static let data = "{\"babies\": [], \"events\": []}"

  @Test(arguments: [
    text("\u{FEFF}" + data), [0xFF, 0xFE] + wide(data, 2), [0xFE, 0xFF] + wide(data, 2, at: 1),
    wide(data, 2),
  ])
  func `JSON with a mark at its beginning, or in UTF-16, is read`(bytes: [UInt8]) throws {
    let file = SourceFile(bytes: bytes, name: "a.json")
    _ = try NuzzleFile(file, now: NeighbourStore.now)
  }

  @Test func `a line that names the separator is taken where the rows have it, or one cell`() throws
  {
    for text in ["sep=;\nType;Start\n", "sep=;\nType\n", "sep=;\n\"Type,Start\"\n"] {
      _ = try CSVFile(NeighbourStore.file(text, "a.csv"))
    }
  }
}
