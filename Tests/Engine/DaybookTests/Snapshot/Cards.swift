import Daybook
import DaybookSnapshot
import DaybookTesting
import TemporaryFolders

/// One file for each item: its name, what lies on its shelf, and the time.
struct Cards: SnapshotBuilder {
  let name = "pantry.cards"
  var revision = 1
  /// What is put at the front of every file.
  var title = ""
  /// Names of items whose files cannot be built.
  var impossible: Set<String> = []

  func files(_ reader: borrowing Reader) throws -> [String] {
    try reader.view(Shelves.self).rows(Shelves.items).map { Self.file($0.key.id) }
  }

  func files(concerning entity: EntityReference, _ reader: borrowing Reader) throws -> [String] {
    guard let item = try reader.entity(PantryItem.self, entity.id) else { return [] }
    return try reader.view(Shelves.self).rows(Shelves.items) { $0.string(item.shelf ?? "") }
      .map { Self.file($0.key.id) }
  }

  func build(_ file: String, _ reader: borrowing Reader, now: Date) throws -> SnapshotContent? {
    guard let id = UUID(uuidString: String(file.dropLast(5))),
      let item = try reader.entity(PantryItem.self, id)
    else { return nil }
    if impossible.contains(item.name) { throw PantryError.negative }
    let shelf = try reader.view(Shelves.self).rows(Shelves.items) { $0.string(item.shelf ?? "") }
    let text =
      "\(title)\(item.name): \(shelf.map(\.key.name).joined(separator: ",")) "
      + "at \(now.timeIntervalSinceReferenceDate)\n"
    return SnapshotContent(
      Array(text.utf8), dependsOn: shelf.map { EntityReference(PantryItem.self, $0.key.id) })
  }

  static func file(_ id: UUID) -> String { "\(id.uuidString).card" }
}

/// A pantry with a folder that its cards are published in.
struct CardStore {
  let store: EventStore
  let clock = TestClock()
  let directory: TemporaryFolder
  let ids = (1...9).map { CardStore.id($0) }

  init() throws {
    store = try EventStore.temporary(schema: pantry, options: clock.options)
    directory = try TemporaryFolder()
  }

  static func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, UInt8(number)))
  }

  func publisher(_ builder: Cards = Cards()) -> SnapshotPublisher {
    SnapshotPublisher(store: store, builder: builder, folder: directory.path)
  }

  func append(_ event: PantryEvent, _ item: Int) throws {
    clock.advance(by: 1)
    try store.append(durability: .relaxed) { try $0.append(event, to: CardStore.id(item)) }
  }

  func buy(_ item: Int, _ name: String, on shelf: String) throws {
    try append(.bought(PantryItem(name: name, amount: 1, shelf: shelf)), item)
  }

  func file(_ item: Int) -> String { Cards.file(Self.id(item)) }

  var folder: SnapshotFolder { SnapshotFolder(path: directory.path) }

  func text(_ item: Int) throws -> String {
    String(decoding: try folder.verified(file(item)).bytes, as: UTF8.self)
  }

  /// The files there are, those of the manifest as it says; nil where one is not as it should be.
  func isWhole(_ builder: Cards = Cards()) throws -> Bool {
    let manifest = try folder.manifest()
    let names = try AtomicFolder(path: directory.path).names()
      .filter { $0 != SnapshotManifest.fileName }
    let expected = try store.read { reader in
      var expected: [String: [UInt8]] = [:]
      for name in try builder.files(reader) {
        guard let now = manifest.files[name]?.now else { continue }
        expected[name] = try builder.build(name, reader, now: now)?.bytes
      }
      return expected
    }
    let found = try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try folder.verified($0).bytes) })
    return found == expected && manifest.pending.isEmpty
  }
}
