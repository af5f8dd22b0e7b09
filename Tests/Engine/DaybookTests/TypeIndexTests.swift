import DaybookTesting
import Foundation
import LMDB
import TemporaryFolders
import Testing

@testable import Daybook

/// Events of one type, by the index that leads to them.
struct TypeIndexTests {
  private let folder: TemporaryFolder
  private let store: EventStore

  /// 5,000 events: transactions of one event and of many, and a type that only few blocks have.
  init() throws {
    folder = try TemporaryFolder()
    store = try EventStore.open(
      at: folder.path, schema: Schema(version: 1).entity(PantryItem.self))
    let store = store
    let ids = try (0..<40).map { try store.buy("item \($0)") }
    var (generator, count) = (SeededGenerator(seed: 7), ids.count)
    while count < 5_000 {
      let events = count % 3 == 0 ? 1 : Int.random(in: 1...1_100, using: &generator)
      let items = (0..<events).map { event in
        let isRare = (count + event) / 1_024 % 3 == 1 && event % 50 == 0
        return (
          event: isRare ? PantryEvent.moved("low") : .counted(Int64(event)),
          id: ids[Int.random(in: 0..<ids.count, using: &generator)]
        )
      }
      try store.append(durability: .relaxed) { draft in
        for item in items { try draft.append(item.event, to: item.id) }
      }
      count += events
    }
  }

  private func named(_ name: String) throws -> String {
    try #require(PantryEvent.types.first { $0.name.hasSuffix(name) }).name
  }

  /// The positions of events of a type, without the index.
  private func expected(_ name: String, after transaction: UInt64 = 0) throws -> [UInt64] {
    try store.read { reader in
      var found: [UInt64] = []
      try reader.replay { event in
        if try event.type().name == name, event.transaction > transaction {
          found.append(event.position)
        }
      }
      return found
    }
  }

  @Test func `an index leads to the same events as a look at all of them`() throws {
    for suffix in ["bought", "counted", "moved", "eaten"] {
      let name = try named(suffix)
      for transaction in [0, 1, 40, 41, 45, 48] as [UInt64] {
        let expected = try expected(name, after: transaction)
        func positions(_ order: History.Order, limit: Int = .max) throws -> [UInt64] {
          try store.read { reader in
            let token = transaction == 0 ? nil : try reader.transaction(transaction)?.token
            return try reader.events(
              of: PantryItem.self, named: name, after: token, order: order, limit: limit
            ).map(\.position)
          }
        }
        #expect(try positions(.oldestFirst) == expected)
        #expect(try positions(.newestFirst) == expected.reversed())
        #expect(try positions(.oldestFirst, limit: 5) == Array(expected.prefix(5)))
        #expect(try positions(.newestFirst, limit: 5) == expected.suffix(5).reversed())
      }
    }
  }

  @Test func `as of each time they are those that had arrived`() throws {
    let name = try named("moved")
    let all = try store.read { try $0.events(of: PantryItem.self, named: name) }
    #expect(all.count > 20)
    for transaction in try store.history.transactions(after: nil).all() {
      let then = try store.read(asOf: transaction.token) { reader in
        try reader.events(of: PantryItem.self, named: name).map(\.position)
      }
      #expect(then == all.filter { $0.transaction <= transaction.number }.map(\.position))
    }
  }

  @Test func `a purge leaves the events after it, and rows of these alone`() throws {
    let name = try named("counted")
    for transaction in try store.history.transactions(after: nil).all().dropFirst(41) {
      try store.purge(before: transaction.token)
      let expected = try expected(name)
      let found = try store.read { try $0.events(of: PantryItem.self, named: name) }
      #expect(found.map(\.position) == expected)
      let verification = try store.verify()
      #expect(verification.ok, "\(verification)")
    }
    #expect(try rows() == 0)
  }

  private func rows() throws -> Int {
    try store.inspect { try Int($0.reading.statistics($0.tables.types).rows) }
  }

  @Test func `verify finds rows that are missing, changed or too many`() throws {
    let blocks = try store.inspect { scope in
      var blocks: [TypeBlock] = []
      try scope.reader.everyRow(of: scope.tables.types) {
        blocks.append(try TypeBlock($0, $1, scope.reader))
      }
      return blocks
    }
    #expect(blocks.count > 7)
    func isSound(
      after change: @escaping @Sendable (inout WriteScope) throws -> Void
    ) throws -> Bool {
      try store.change(change)
      let check = try store.verify().checks.first { $0.name == "types" }
      return try #require(check).isSound
    }
    @Sendable func put(_ block: TypeBlock, as other: TypeBlock, _ scope: inout WriteScope) throws {
      block.encode(into: &scope.rows.buffers.scratch)
      try other.withKey { try scope.rows.putScratch(scope.tables.types, $0) }
    }
    let other = try #require(blocks.first { $0.positions.count == 40 })
    for block in blocks where block != other {
      #expect(
        try !isSound { scope in
          try block.withKey { _ = try scope.rows.transaction.remove(scope.tables.types, $0) }
        })
      #expect(try !isSound { try put(other, as: block, &$0) })
      #expect(try isSound { try put(block, as: block, &$0) })
      #expect(
        try !isSound { scope in
          block.encode(into: &scope.rows.buffers.scratch)
          try DotKey.withBytes(99, block.number) {
            try scope.rows.putScratch(scope.tables.types, $0)
          }
        })
      #expect(
        try isSound { scope in
          try DotKey.withBytes(99, block.number) {
            _ = try scope.rows.transaction.remove(scope.tables.types, $0)
          }
        })
    }
  }

  /// Whoever writes passes it over, because appending never depended on what is there already.
  @Test func `a damaged event in the newest block stops no append, and no search misses it`() throws
  {
    let newest = try store.read { try $0.newestNumber() }
    let position = try store.read { try $0.log.existing(newest).positions.upperBound - 1 }
    try store.change { scope in
      var row = try #require(
        try scope.reading.value(scope.tables.events, position)?.withUnsafeBytes { [UInt8]($0) })
      row[20] ^= 1
      try row.withUnsafeBytes {
        try scope.rows.transaction.put(scope.tables.events, position, $0)
      }
    }
    try store.close()
    let again = try EventStore.open(
      at: folder.path, schema: Schema(version: 1).entity(PantryItem.self))
    let id = try again.buy("rice")
    try again.append { draft in
      for number in 0..<1_024 { try draft.append(PantryEvent.counted(Int64(number)), to: id) }
    }
    for order in [History.Order.oldestFirst, .newestFirst] {
      expectError(.damaged) {
        try again.read {
          try $0.events(of: PantryItem.self, named: named("counted"), order: order)
        }
      }
    }
    #expect(try again.read { try $0.events(of: PantryItem.self, named: named("eaten")) }.isEmpty)
  }

  @Test func `a row with a bit that turned over is an error, and never other events`() throws {
    let name = try named("moved")
    func positions(_ store: EventStore, _ order: History.Order) throws -> [UInt64] {
      try store.read { reader in
        try reader.events(of: PantryItem.self, named: name, order: order).map(\.position)
      }
    }
    let expected = try positions(store, .oldestFirst)
    try store.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/data.mdb"))
    var generator = SeededGenerator(seed: 8)
    var errors = 0
    for row in try RowBytes(of: folder.path).rows where row.table == "types" {
      #expect(!row.places.isEmpty)
      let place = Int.random(in: 0..<row.key + row.value, using: &generator)
      for place in [row.key - 1, place] {
        var bytes = whole
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
        for start in row.places { bytes[start + place] ^= bit }
        let other = try TemporaryFolder()
        try bytes.write(to: URL(fileURLWithPath: other.path + "/data.mdb"))
        let damaged: EventStore
        do {
          damaged = try EventStore.open(
            at: other.path, schema: Schema(version: 1).entity(PantryItem.self))
        } catch let error as StoreError {
          #expect(error.code == .damaged)
          continue
        }
        for order in [History.Order.oldestFirst, .newestFirst] {
          do {
            let found = try positions(damaged, order)
            #expect(found == (order == .oldestFirst ? expected : expected.reversed()))
          } catch let error as StoreError {
            #expect(error.code == .damaged)
            errors += 1
          }
        }
        #expect(try !damaged.verify().ok)
      }
    }
    #expect(errors > 0)
  }
}
