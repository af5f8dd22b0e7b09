import Interchange
import Testing

struct CSVReaderTests {
  private func read(_ bytes: [UInt8]) throws -> [CSVReader.Record] {
    try CSVReader.records(of: SourceFile(bytes: bytes, name: "a.csv"))
  }

  private func fields(_ text: String) throws -> [[String]] {
    try read(Array(text.utf8)).map(\.fields)
  }

  @Test(arguments: [
    ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
    ("", []),
    ("\n", [[""]]),
    ("a\n\nb", [["a"], [""], ["b"]]),
    (",", [["", ""]]),
    ("a,\n", [["a", ""]]),
    ("\"a,b\",\"c\"\"d\"", [["a,b", "c\"d"]]),
    ("\"a\r\nb\rc\nd\",e", [["a\r\nb\rc\nd", "e"]]),
    // Behind other text a quote is a character like any other.
    ("ab\"c,d\"e,f", [["ab\"c", "d\"e", "f"]]),
    ("say \"ah\" now,6'5\"\nb", [["say \"ah\" now", "6'5\""], ["b"]]),
    ("\"a,b\"c\"d, \"e,f\" ", [["a,bc\"d", " e,f "]]),
    ("\"a\" \"b,c\"", [["a b,c"]]),
    ("\"\",\"\"\"\"", [["", "\""]]),
    (" a , b ", [[" a ", " b "]]),
    ("a\u{2028}b,e\u{301},\u{FEFF}", [["a\u{2028}b", "e\u{301}", "\u{FEFF}"]]),
    ("\u{FEFF}a,b", [["a", "b"]]),
  ])
  func `cells come out as they were put in`(text: String, expected: [[String]]) throws {
    let found = try fields(text)
    #expect(found.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } })
  }

  @Test(arguments: [true, false])
  func `UTF-16 with a byte order mark is read`(bigEndian: Bool) throws {
    let units = Array("\u{FEFF}é,\u{1F37C}\r\nb".utf16)
    let bytes = units.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return bigEndian ? pair : pair.reversed()
    }
    #expect(try read(bytes).map(\.fields) == [["é", "\u{1F37C}"], ["b"]])
  }

  @Test func `a record knows its number and its physical line`() throws {
    let records = try read(Array("h\r\n\"a\r\nb\rc\"\r\n\nd".utf8))
    #expect(records.map(\.number) == [1, 2, 3, 4])
    #expect(records.map(\.line) == [1, 2, 5, 6])
  }

  @Test func `the raw text of a record keeps its quotes`() throws {
    let records = try read(Array("h\r\n\"a\"\"\r\nb\",c\r\n".utf8))
    #expect(Array(records[1].rawText.utf8) == Array("\"a\"\"\r\nb\",c".utf8))
  }

  @Test(arguments: [
    (
      Array("a\nb\n\"c\nd".utf8), "a.csv is not a CSV file: line 3 opens a quote that never closes."
    ),
    (Array("a\nb\u{0}".utf8), "a.csv is not a CSV file: line 2 holds a NUL byte."),
    (Array("a\n\"b\u{0}\"".utf8), "a.csv is not a CSV file: line 2 holds a NUL byte."),
    (
      [0x61, 0x0A, 0x0A, 0xFF, 0x0A],
      "a.csv is not a CSV file: line 3 holds bytes that are not UTF-8 text; save the file as UTF-8."
    ),
    (
      // The two bytes of é, with quotes between them.
      [0x61, 0x0A, 0xC3, 0x22, 0x22, 0xA9],
      "a.csv is not a CSV file: line 2 holds bytes that are not UTF-8 text; save the file as UTF-8."
    ),
    (
      [0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0x00, 0xD8],
      "a.csv is not a CSV file: line 2 holds bytes that are not UTF-16 text."
    ),
  ])
  func `what is not CSV is refused with its line`(bytes: [UInt8], message: String) throws {
    let error = #expect(throws: InterchangeError.self) { try read(bytes) }
    #expect(error?.code == .notCSV)
    #expect(error?.file == "a.csv")
    #expect(error?.message == message)
  }
}
