import Foundation
import LMDB
import TemporaryFolders
import Testing

/// One of Baby Buddy's exports beside the tests of the importer.
struct Corpus: Sendable, CustomTestStringConvertible {
  let name: String
  let zone: String

  static let threeChildren = Corpus(name: "small-3children-31d", zone: "America/New_York")
  static let oneChild = Corpus(name: "small-1child-100d", zone: "Europe/Amsterdam")
  static let all = [threeChildren, oneChild]

  var testDescription: String { name }

  private var root: URL {
    Repository.file("Tests/Nursery/NurseryInterchangeTests/Corpus/\(name)")
  }

  /// The folder with the CSV files.
  var folder: String { root.appendingPathComponent("csv").path }

  /// A file of `expected/` that nests objects three deep.
  func truth(_ name: String) throws -> [String: [String: [String: Any]]] {
    let data = try Data(contentsOf: root.appendingPathComponent("expected/\(name).json"))
    let value = try JSONSerialization.jsonObject(with: data)
    return value as? [String: [String: [String: Any]]] ?? [:]
  }

  /// Copies the CSV files to a folder where a test may change them.
  func copy(to folder: TemporaryFolder) throws -> String {
    let path = folder.path("csv")
    try FileManager.default.copyItem(atPath: self.folder, toPath: path)
    return path
  }

  func importArguments(_ store: String, from other: String? = nil) -> [String] {
    [
      "import", "babybuddy", other ?? folder, "--store", store, "--zone", zone, "--volume", "ml",
      "--weight", "kg", "--length", "cm", "--temperature", "F", "--json",
    ]
  }
}

/// A store of a test's own with a corpus in it, which is imported once and copied for each test.
struct HouseholdStore {
  let folder: TemporaryFolder
  let corpus: Corpus
  var path: String { folder.path("store") }

  /// The data file of a store right after the import.
  private static let imported = Dictionary(
    uniqueKeysWithValues: Corpus.all.map { corpus in
      (corpus.name, Result { try dataFile(of: corpus) })
    })

  private static func dataFile(of corpus: Corpus) throws -> Data {
    let folder = try TemporaryFolder()
    let run = try nursery(corpus.importArguments(folder.path("store")))
    guard run.status == 0 else { throw Run.Unexpected(text: run.errors) }
    try settle(folder.path("store"))
    return try Data(contentsOf: folder.url.appendingPathComponent("store/data.mdb"))
  }

  init(_ corpus: Corpus = .threeChildren) throws {
    folder = try TemporaryFolder()
    self.corpus = corpus
    let data = try #require(Self.imported[corpus.name]).get()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: path + "/data.mdb"))
  }

  func run(_ arguments: String...) throws -> Run {
    try nursery(arguments + ["--store", path])
  }

  /// The bytes of the data file.
  func bytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/data.mdb"))
  }

  /// Lets the file say that it is of format 9.
  func makeNewer() throws {
    let environment = try Environment(path: path)
    var transaction = try environment.beginWrite()
    let meta = try transaction.makeTable("meta", LexicalOrder.self)
    let (key, format) = (Array("format".utf8), [UInt8](arrayLiteral: 9, 0, 0, 0))
    let sum = (Array("meta".utf8) + key + format).withUnsafeBytes { Checksum.crc32c($0) }
    let row = format + withUnsafeBytes(of: sum.littleEndian) { [UInt8]($0) }
    try key.withUnsafeBytes { key in
      try row.withUnsafeBytes { try transaction.put(meta, key, $0) }
    }
    try environment.commit(transaction)
  }
}
