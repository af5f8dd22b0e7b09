import DaybookTesting
import Foundation
import LMDB
import TemporaryFolders
import Testing

@testable import Daybook

/// Fields of the stored format that leave room for what comes: kept where they are not known.
struct StoredFieldTests {
  let clock = TestClock()
  let directory: TemporaryFolder
  private let id = UUID()

  init() throws { directory = try TemporaryFolder() }

  private func open(_ schema: Schema = pantry) throws -> EventStore {
    try EventStore.open(at: directory.path, schema: schema, options: clock.options)
  }

  /// Changes the closed file.
  private func change(_ body: (inout WriteTransaction) throws -> Void) throws {
    let environment = try Environment(path: directory.path)
    var transaction = try environment.beginWrite()
    try body(&transaction)
    try environment.commit(transaction)
  }

  private func setFormat(_ row: [UInt8], flipping bits: UInt8 = 0) throws {
    do { _ = try open() }
    try change { transaction in
      let meta = try transaction.makeTable("meta", LexicalOrder.self)
      var writer = PayloadWriter()
      row.withUnsafeBytes { writer.raw($0) }
      try MetaKey.format.withBytes { key in
        writer.seal(meta, key)
        var bytes = writer.array
        bytes[row.count - 1] ^= bits
        try bytes.withUnsafeBytes { try transaction.put(meta, key, $0) }
      }
    }
  }

  /// Version 3, and the names of features.
  private func format(_ names: [String]) -> [UInt8] {
    var writer = PayloadWriter()
    writer.raw(UInt32(3))
    for name in names { writer.string(1, name) }
    return writer.array
  }

  @Test func `a store that needs a feature that is not known is refused as newer`() throws {
    let bytes = format(["sealed"])
    #expect(bytes == [3, 0, 0, 0, 0x0A, 6] + Array("sealed".utf8))
    try setFormat(bytes)
    for body in [{ _ = try open() }, { _ = try EventStore.parameters(ofProjection: "", at: path) }]
    {
      let error = #expect(throws: StoreError.self, performing: body)
      #expect(error?.code == .newerFormat)
      #expect(error?.message.contains("sealed") == true)
    }
  }

  private var path: String { directory.path }

  @Test func `a newer version is refused as newer, whatever follows its number`() throws {
    try setFormat([4, 0, 0, 0, 9, 9])
    expectError(.newerFormat) { try open() }
  }

  @Test(
    arguments: [([3, 0, 0, 0, 9], 0), ([3, 0, 0, 0, 0x0A, 1, 0x61], 1), ([3, 0, 0], 0)]
      as [([UInt8], UInt8)])
  func `a list of features that is damaged is told`(row: [UInt8], bits: UInt8) throws {
    try setFormat(row, flipping: bits)
    expectError(.damaged) { try open() }
  }

  @Test func `what a newer version wrote behind a replica is kept`() throws {
    var record = ReplicaRecord(id: ReplicaID(id), space: UUID())
    record.more = [0x10, 1]
    var writer = PayloadWriter()
    record.encode(number: 3, into: &writer)
    #expect(writer.count == 38)
    #expect(ReplicaRecord(writer.bytes, number: 3) == record)
    #expect(ReplicaRecord(writer.bytes, number: 2) == nil)
  }

  @Test func `a replica whose space is told late keeps what else its row holds`() throws {
    var message = WrittenMessage(clock)
    message.space = UUID()
    let stranger = message.replica
    do { _ = try open() }
    try change { transaction in
      let replicas = try transaction.makeTable("replicas", IntegerOrder.self)
      var record = ReplicaRecord(id: ReplicaID(stranger), space: ReplicaRecord.noSpace)
      record.more = [0x10, 1]
      var writer = PayloadWriter()
      record.encode(number: 2, into: &writer)
      try transaction.append(replicas, 2, writer.bytes)
    }
    let store = try open()
    try store.absorb(message.bytes)
    let record = try store.read { try $0.log.replicaRecord(2) }
    #expect(record.space == message.space)
    #expect(record.more == [0x10, 1])
    #expect(try store.read { try $0.message(of: 1) } == message.bytes)
  }

  @Test func `flags of an entity that this version does not know are kept when it is written anew`()
    throws
  {
    do {
      let store = try open()
      try store.buy("rice", 3, shelf: nil, as: id)
    }
    try setUnknownFlags(0x14)
    #expect(try open().verify().ok)
    do {
      let store = try open()
      try store.append { [id] in try $0.append(PantryEvent.counted(4), to: id) }
      try store.append { try $0.retract(transaction: 1) }
      try store.append(stamp: .distantPast) { [id] in try $0.append(PantryEvent.eaten, to: id) }
      try store.purge(before: try store.read { try $0.token() })
      #expect(try unknownFlags(store) == 0x14)
      #expect(try store.verify().ok)
    }
    let other = try open(Schema().entity(Revised.self))
    #expect(try unknownFlags(other) == 0x14)
  }

  private func key(_ log: LogReader) -> EntityKey { EntityKey(kind: 1, id: id) }

  private func unknownFlags(_ store: EventStore) throws -> UInt8? {
    try store.read { reader in
      try reader.log.withEntity(key(reader.log)) { record, _ in record.unknownFlags }
    }
  }

  private func setUnknownFlags(_ flags: UInt8) throws {
    let store = try open()
    try store.change { [id] scope in
      let key = EntityKey(kind: 1, id: id)
      var (record, state): (EntityRecord, [UInt8]) = try #require(
        try scope.reader.withEntity(key) { ($0, [UInt8]($1)) })
      record.unknownFlags = flags
      record.encode(into: &scope.rows.buffers.scratch)
      state.withUnsafeBytes { scope.rows.buffers.scratch.raw($0) }
      try scope.putEntity(key)
    }
  }
}

/// The pantry's item after its revision was raised.
private struct Revised: Entity, Equatable {
  static let kind = PantryItem.kind
  static let revision = 2
  typealias Event = RevisedEvent

  init(from reader: inout PayloadReader) throws {}
  func encode(into writer: inout PayloadWriter) {}
  static func fold(_ state: inout Revised?, _ event: RevisedEvent) {}
}

private struct RevisedEvent: EntityEvent {
  static let types = PantryEvent.types
  let typeIndex: Int
  func encode(into writer: inout PayloadWriter) {}
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) -> RevisedEvent {
    RevisedEvent(typeIndex: typeIndex)
  }
}
