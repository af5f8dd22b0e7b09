import DaybookTesting
import Foundation
import Interchange
import NurseryInterchange
import TemporaryFolders
import Testing

/// One of Baby Buddy's exports that lie beside the tests.
struct CorpusFolder: Sendable, CustomTestStringConvertible {
  let name: String
  var csv = "csv"
  var zone: String

  static let threeChildren = CorpusFolder(name: "small-3children-31d", zone: "America/New_York")
  static let oneChild = CorpusFolder(name: "small-1child-100d", zone: "Europe/Amsterdam")
  static let generated = [threeChildren, oneChild]
  static let ownImports = CorpusFolder(name: "babybuddy-own-test-imports", zone: "UTC")
  static func awkward(_ language: String) -> CorpusFolder {
    CorpusFolder(name: "awkward-text", csv: "csv-\(language)", zone: "Europe/Amsterdam")
  }

  /// The clock of every generated set.
  static let now = Date(timeIntervalSince1970: 1_795_209_463.916016)

  var testDescription: String { "\(name)/\(csv)" }

  var directory: URL { root.appendingPathComponent(csv) }

  /// The export as a source.
  func source(
    zone: String? = nil, volume: String = "mL", instance: String = "", from other: URL? = nil
  ) throws -> BabyBuddyFolder {
    try BabyBuddyFolder(
      (other ?? directory).path,
      options: .told(
        zone: zone ?? self.zone, now: Self.now, instance: instance, volume: volume))
  }

  /// What the API gave of the same set.
  func pages() throws -> BabyBuddyPages {
    try BabyBuddyPages(file("api").path, options: .told(zone: zone, now: Self.now))
  }

  /// What the export holds.
  func read(from other: URL? = nil) throws -> SourceRows { try SourceRows(source(from: other)) }

  func expected<T: Decodable>(_ name: String, as type: T.Type) throws -> T {
    let url = root.appendingPathComponent("expected/\(name).json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(contentsOf: url))
  }

  /// A file of `expected/` that nests objects three deep.
  func truth(_ name: String) throws -> [String: [String: [String: Any]]] {
    let data = try Data(contentsOf: root.appendingPathComponent("expected/\(name).json"))
    return try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: [String: [String: Any]]])
  }

  /// A copy with the text of each file changed.
  func copy(_ body: (_ file: String, _ text: String) throws -> String) throws -> TemporaryFolder {
    let other = try TemporaryFolder()
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    for file in files.sorted() {
      let text = try String(contentsOf: directory.appendingPathComponent(file), encoding: .utf8)
      _ = try other.file(file, try body(file, text))
    }
    return other
  }

  /// A copy whose files have their rows in another order.
  func shuffled(seed: UInt64) throws -> TemporaryFolder {
    var random = SeededGenerator(seed: seed)
    return try copy { file, text in
      var reader = try CSVReader(SourceFile(bytes: Array(text.utf8), name: file))
      var rows: [String] = []
      while let record = try reader.next() { rows.append(record.rawText) }
      return ([rows[0]] + rows.dropFirst().shuffled(using: &random)).joined(separator: "\r\n")
    }
  }

  /// The zone the set's own description names.
  func statedZone() throws -> String {
    let data = try Data(contentsOf: root.appendingPathComponent("meta.json"))
    let meta = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(meta?["user_timezone"] as? String)
  }

  /// A file of the set.
  func file(_ path: String) -> URL { root.appendingPathComponent(path) }

  private var root: URL {
    Bundle.module.bundleURL.appendingPathComponent("Corpus/\(name)")
  }
}
