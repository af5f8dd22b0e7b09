import DaybookTesting
import LMDB
import TemporaryFolders
import TestRun
import Testing

/// Changes by cursors that are kept, beside the same changes of dictionaries.
@Suite(.tags(.slow)) struct TableCursorsTests {
  private static let tables = 3

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `kept cursors change what they should and nothing else`(seed: UInt64) throws {
    let directory = try TemporaryFolder()
    let environment = try Environment(path: directory.path, options: .init(mapSize: 1 << 26))
    let cursors = TableCursors(tables: environment.maximumTables)
    var random = SeededGenerator(seed: seed &* 77 &+ 1)
    var first = try environment.beginWrite()
    let tables = try (0..<Self.tables).map { try first.makeTable("t\($0)", LexicalOrder.self) }
    try environment.commit(first)
    var model = [[[UInt8]: [UInt8]]](repeating: [:], count: Self.tables)
    for _ in 0..<8 {
      var transaction = try environment.beginWrite()
      let before = model
      if random.next(4) > 0 { transaction.keepCursors(in: cursors) }
      for _ in 0..<random.next(600) {
        let table = random.next(Self.tables)
        try change(&transaction, tables[table], &model[table], &random)
      }
      if random.next(5) == 0 {
        _ = consume transaction
        model = before
      } else {
        try environment.commit(transaction)
      }
      try compare(environment, tables, model)
    }
  }

  private func change(
    _ transaction: inout WriteTransaction, _ table: Table<LexicalOrder>,
    _ model: inout [[UInt8]: [UInt8]], _ random: inout SeededGenerator
  ) throws {
    let key = random.bytes(1 + random.next(20), letters: 3)
    let value = random.bytes(random.next(12) == 0 ? random.next(6000) : random.next(120))
    switch random.next(12) {
    case 0..<4:
      try key.withUnsafeBytes { key in
        try value.withUnsafeBytes { try transaction.put(table, key, $0) }
      }
      model[key] = value
    case 4..<6:
      let isNew = try key.withUnsafeBytes { key in
        try value.withUnsafeBytes { try transaction.insert(table, key, $0) }
      }
      #expect(isNew == (model[key] == nil))
      if isNew { model[key] = value }
    case 6..<8:
      var found: [UInt8]?
      _ = try key.withUnsafeBytes { try transaction.find(table, $0) { found = [UInt8]($0) } }
      #expect(found == model[key])
    case 8..<11:
      let removed = model.keys.randomElement(using: &random) ?? key
      let wasThere = try removed.withUnsafeBytes { try transaction.remove(table, $0) }
      #expect(wasThere == (model[removed] != nil))
      model[removed] = nil
    default:
      guard random.next(20) == 0 else { return }
      try transaction.removeAll(table)
      model.removeAll()
      for number in 0..<UInt8(random.next(100)) {
        let key = [number]
        try key.withUnsafeBytes { key in
          try value.withUnsafeBytes { try transaction.append(table, key, $0) }
        }
        model[key] = value
      }
    }
  }

  private func compare(
    _ environment: borrowing Environment, _ tables: [Table<LexicalOrder>],
    _ model: [[[UInt8]: [UInt8]]]
  ) throws {
    let transaction = try environment.beginRead()
    for (table, rows) in zip(tables, model) {
      var cursor = try transaction.cursor(table)
      var found: [([UInt8], [UInt8])] = []
      while try cursor.next() {
        found.append(
          (cursor.key.withUnsafeBytes { [UInt8]($0) }, cursor.value.withUnsafeBytes { [UInt8]($0) })
        )
      }
      let expected = rows.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      try #require(found.map(\.0) == expected.map(\.key))
      try #require(found.map(\.1) == expected.map(\.value))
    }
  }

}

extension SeededGenerator {
  fileprivate mutating func next(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  fileprivate mutating func bytes(_ count: Int, letters: Int = 256) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: 65 + next(letters)) }
  }
}
