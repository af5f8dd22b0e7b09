import Foundation
import Interchange
import NurseryInterchange
import TemporaryFolders
import Testing

/// Bytes that are no sensible file are refused soon.
struct LargeCellTests {
  private func file(megabytes: Int, _ folder: TemporaryFolder) throws -> URL {
    let url = folder.url.appendingPathComponent("feeding.csv")
    let path = try folder.file("feeding.csv", "id,child_id,start,end,type,method,notes\n1,1,\"")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seekToEnd()
    let piece = Data(repeating: UInt8(ascii: "n"), count: 1 << 20)
    for _ in 0..<megabytes { try handle.write(contentsOf: piece) }
    try handle.close()
    return url
  }

  @Test func `a cell of 8 MB is refused, with the line on which it begins`() throws {
    let folder = try TemporaryFolder(
      ["child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2026-01-01\n"], inMemory: true)
    let url = try file(megabytes: 8, folder)
    let error = expectError(.tooLarge) { try folder.babyBuddy() }
    #expect(error?.message.contains("line 2 of feeding.csv") == true)
    #expect(throws: InterchangeError.self) {
      try BabyDashboardFiles(feeds: SourceFile(url.path), diapers: nil)
    }
  }
}
