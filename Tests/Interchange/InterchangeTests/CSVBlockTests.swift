import Foundation
import TemporaryFolders
import Testing

@testable import Interchange

/// Files are read in blocks; where one ends makes no difference.
struct CSVBlockTests {
  private static let block = 1 << 18
  private static let awkward = "é\u{1F37C},\"a\"\"\r\nb\rc,\"\r\n,\"\"\r\nd\r\"\r\",e\n"

  private func file(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> SourceFile {
    let url = folder.url.appendingPathComponent("a.csv")
    try Data(bytes).write(to: url)
    return try SourceFile(url.path)
  }

  /// Short rows up to some place.
  private func rows(upTo count: Int) -> [UInt8] {
    let row = Array("0123456,890123,567890123456789\n".utf8)
    var bytes: [UInt8] = []
    while bytes.count + row.count <= count { bytes += row }
    return bytes + Array(repeating: UInt8(ascii: "x"), count: count - bytes.count)
  }

  @Test(arguments: 0...awkward.utf8.count)
  func `records that cross a border are those of a file in one piece`(before: Int) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let bytes = rows(upTo: Self.block - before) + Array((Self.awkward + "last,row").utf8)
    let found = try CSVReader.records(of: try file(bytes, folder))
    let fields = found.suffix(5).map { $0.fields.map { Array($0.utf8) } }
    let expected = [
      ["é\u{1F37C}", "a\"\r\nb\rc,"], ["", ""], ["d"], ["\r", "e"], ["last", "row"],
    ]
    #expect(fields.dropFirst() == expected.dropFirst().map { $0.map { Array($0.utf8) } }[...])
    #expect(fields.first?.last == Array(expected[0][1].utf8))
    #expect(found.last?.number == found.count)
    // Two line ends within cells: CRLF and CR of the first, and the CR of the fourth.
    #expect(found.last?.line == found.count + 3)
  }

  @Test func `a carriage return and a line feed on both sides of a border are one line end`() throws
  {
    let folder = try TemporaryFolder(inMemory: true)
    let bytes = rows(upTo: Self.block - 1) + Array("\r\nnext".utf8)
    let found = try CSVReader.records(of: try file(bytes, folder))
    #expect(found.suffix(1).map(\.fields) == [["next"]])
    #expect(found.last?.line == found.count)
    #expect(!found.contains { $0.isBlank })
  }

  @Test(arguments: ["\r", "\n", "\r\n", ""])
  func `a file that ends with its block has no record more`(end: String) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let bytes = rows(upTo: Self.block - end.utf8.count) + Array(end.utf8)
    #expect(bytes.count == Self.block)
    let found = try CSVReader.records(of: try file(bytes, folder))
    #expect(found == (try CSVReader.records(of: SourceFile(bytes: bytes, name: "a.csv"))))
    #expect(found.allSatisfy { !$0.isBlank })
  }

  @Test func `a record of the largest size is read, and one byte more is refused`() throws {
    let cell = String(repeating: "c", count: CSVReader.recordLimit - 2)
    let whole = try CSVReader.records(
      of: SourceFile(bytes: Array("a,b\n\(cell),d\ne,f".utf8), name: "a.csv"))
    #expect(whole.map(\.fields) == [["a", "b"], [cell, "d"], ["e", "f"]])
    let error = #expect(throws: InterchangeError.self) {
      try CSVReader.records(
        of: SourceFile(bytes: Array("a,b\n\(cell),de\ne,f".utf8), name: "a.csv"))
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("line 2 of a.csv") == true)
  }

  @Test func `a quote that is not closed is not read further than a record may be`() throws {
    let bytes = Array("a,b\n\"c".utf8) + Array(repeating: .lineFeed, count: 3 * Self.block)
    let error = #expect(throws: InterchangeError.self) {
      try CSVReader.records(of: SourceFile(bytes: bytes, name: "a.csv"))
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("line 2 of a.csv") == true)
  }

  @Test func `the digest is that of the file, whatever its blocks`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let bytes = rows(upTo: Self.block + 12_345)
    let onDisk = try file(bytes, folder)
    #expect(onDisk.digest == SourceFile(bytes: bytes, name: "a.csv").digest)
    #expect(onDisk.size == bytes.count)
  }
}
