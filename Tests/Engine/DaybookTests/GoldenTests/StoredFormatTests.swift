import ChildProcesses
import Daybook
import Foundation
import TemporaryFolders
import Testing

/// Whether the guide's page on the stored format is enough to read a store: `read_store.py` was
/// written from it, without LMDB. Needs Python; skipped where it is not.
@Suite(.enabled(if: StoreScript.python != nil, "python3 is not installed"))
struct StoredFormatTests {
  @Test func `a file that format 3 wrote is read from the page alone`() throws {
    let directory = try TemporaryFolder()
    let golden = Bundle.module.bundleURL.appendingPathComponent("Golden/format-3.mdb")
    try FileManager.default.copyItem(atPath: golden.path, toPath: directory.path + "/data.mdb")
    let found = try StoreScript.lines(directory)
    let store = try EventStore.open(at: directory.path, schema: pantry)
    #expect(try found == lines(of: store))
    #expect(found.count == 14)
  }

  /// Rows of a leaf, a branch, and long values; a purge.
  @Test func `a store of many pages is read too, and what a purge leaves`() throws {
    let directory = try TemporaryFolder()
    let store = try EventStore.open(at: directory.path, schema: pantry)
    for (count, length) in [(900, 10), (200, 100)] {
      // Author and context stand in the transaction too, which is longer than half a page then.
      let (author, context) = (
        String(repeating: "a", count: 1000), String(repeating: "c", count: 1000)
      )
      try store.append(author: author, context: context) { draft in
        for number in 0..<count {
          let name = "\(number) " + String(repeating: "x", count: length)
          try draft.append(
            PantryEvent.bought(PantryItem(name: name, amount: 1, shelf: "\(number % 7)")),
            to: UUID())
        }
      }
    }
    try store.close()
    let found = try StoreScript.lines(directory)
    let again = try EventStore.open(at: directory.path, schema: pantry)
    #expect(try found == lines(of: again))
    try again.purge(before: try again.read { try $0.token() })
    try again.close()
    let purged = try StoreScript.lines(directory)
    let last = try EventStore.open(at: directory.path, schema: pantry)
    #expect(try purged == lines(of: last))
  }

  /// As a killed process leaves them, with a data file that lacks what the journal has.
  @Test func `the commits that the journal alone holds are read`() throws {
    let (directory, copy) = (try TemporaryFolder(), try TemporaryFolder())
    let store = try EventStore.open(at: directory.path, schema: pantry)
    for number in 0..<4 {
      try store.buy("rice \(number)")
      for name in number == 1 ? ["data.mdb"] : number == 3 ? ["journal"] : [] {
        try FileManager.default.copyItem(
          atPath: "\(directory.path)/\(name)", toPath: "\(copy.path)/\(name)")
      }
    }
    #expect(try StoreScript.lines(copy) == lines(of: store))
  }

  /// What a store says of itself, as the script prints it.
  private func lines(of store: EventStore) throws -> [String] {
    let digests = try store.digests()
    return try store.read { reader in
      let transactions = try reader.transactions()
      var lines = transactions.map { transaction in
        let author = transaction.author ?? "-"
        let (first, count) = (transaction.positions.lowerBound, transaction.positions.count)
        return "transaction \(transaction.number) \(transaction.dot.replica.uuid)"
          + " \(transaction.dot.sequence) \(first) \(count) \(author)"
      }
      for event in try transactions.flatMap(\.positions).map({ try reader.event($0) }) {
        let kind = event.kind.isEmpty ? "-" : event.kind
        lines.append(
          "event \(event.position) \(event.type.name) \(event.type.version) \(kind)"
            + " \(event.transaction) \(event.entity) \(hexadecimal(event.payload))")
      }
      for item in try reader.entities(of: PantryItem.self) {
        var writer = PayloadWriter()
        item.state.encode(into: &writer)
        lines.append("entity \(PantryItem.kind) \(item.id.rawValue) \(hexadecimal(writer.array))")
      }
      return lines + digests.sorted { $0.key < $1.key }.map { "view \($0.key) \($0.value)" }
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Runs the script.
private enum StoreScript {
  static let python = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { $0 + "/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static func lines(_ directory: TemporaryFolder) throws -> [String] {
    let script = Bundle.module.bundleURL.appendingPathComponent("Golden/read_store.py").path
    let file = directory.path + "/read"
    try #require(FileManager.default.createFile(atPath: file, contents: nil))
    let output = try #require(FileHandle(forWritingAtPath: file))
    let process = try ChildProcess(
      try #require(python), [script, directory.path], output: .file(output))
    #expect(try process.wait() == .exit(0))
    return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
