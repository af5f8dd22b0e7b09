import TemporaryFolders
import Testing

@testable import Daybook

/// Views as a store remembers them, without the projection.
struct StoredViewTests {
  private struct Labels: Index {
    static let name = "labels|and items size"
    static func key(_ item: Stamped<PantryItem>) -> Key3<String, Int64?, ID<PantryItem>>? {
      Key3(item.state.name, item.state.amount > 5 ? item.state.amount : nil, item.id)
    }
  }

  private let directory: TemporaryFolder
  private var schema: Schema { pantry.projection(Labels()) }

  init() throws {
    directory = try TemporaryFolder()
    let store = try EventStore.open(at: directory.path, schema: schema)
    for (name, amount) in [("rice", 3), ("salt", 7), ("oats", 9)] as [(String, Int64)] {
      try store.buy(name, amount, shelf: nil)
    }
    try store.close()
  }

  @Test func `a store without a schema lists the views of another app, and their rows`() throws {
    let own = try EventStore.open(at: directory.path, schema: schema)
    let digests = try own.digests()
    let expected = try own.read { reader in
      (try reader.storedViews(), try reader.rows(ofView: Labels.name, limit: 10))
    }
    #expect(expected.0.allSatisfy { $0.isOwn })
    try own.close()
    let stranger = try EventStore.open(at: directory.path, schema: Schema())
    try stranger.read { reader in
      let views = try reader.storedViews()
      #expect(views.map(\.name) == [Shelves.name, Labels.name])
      #expect(views.allSatisfy { $0.state == .live && !$0.isOwn })
      for view in views { #expect(view.digest == digests[view.name]) }
      #expect(views[0].tables.map(\.name) == ["items", "totals"])
      #expect(views[0].tables.map(\.rows) == [3, 1])
      #expect(views[0].tables[1].key.description == "String")
      #expect(views[0].tables[1].row == "ShelfTotal")
      #expect(views[0].tables.allSatisfy { $0.bytes > 0 })
      #expect(try reader.rows(ofView: Labels.name, limit: 10) == expected.1)
      let parts = try reader.rows(ofView: Labels.name, limit: 10).map {
        views[1].tables[0].key.parts(of: $0.key).dropLast()
      }
      #expect(
        parts == [
          [.text("oats"), .integer(9)], [.text("rice"), .none], [.text("salt"), .integer(7)],
        ])
    }
  }

  private enum Weight: Int64, OrderedKey { case light, heavy }

  private struct Weights: Index {
    static let name = "weights"
    static func key(_ item: Stamped<PantryItem>) -> Key2<Weight, ID<PantryItem>>? {
      Key2(item.state.amount > 5 ? Weight.heavy : Weight.light, item.id)
    }
  }

  @Test func `keys of the app's types are read and found by who has the types, and not by others`()
    throws
  {
    let own = try EventStore.open(at: directory.path, schema: pantry.projection(Weights()))
    let heavy = Weight.heavy.keyBytes
    try own.read { reader in
      let views = try reader.storedViews()
      let key = try #require(views.first { $0.name == Weights.name }).tables[0].key
      #expect(key.prefix("1") { _ in nil } == heavy)
      let rows = try reader.rows(ofView: Weights.name, prefix: heavy, limit: 10)
      #expect(rows.count == 2 && rows.allSatisfy { key.parts(of: $0.key).first == .integer(1) })
    }
    try own.close()
    let stranger = try EventStore.open(at: directory.path, schema: Schema())
    let views = try stranger.read { try $0.storedViews() }
    let key = try #require(views.first { $0.name == Weights.name }).tables[0].key
    #expect(key.description == "Key2<Weight, ID<PantryItem>>")
    #expect(key.prefix("1") { _ in nil } == nil)
  }

  @Test(arguments: [false, true])
  func `pages of rows are all of them, in either order`(_ reversed: Bool) throws {
    let stranger = try EventStore.open(at: directory.path, schema: Schema())
    try stranger.read { reader in
      let all = try reader.rows(ofView: Shelves.name, limit: 10, reversed: reversed)
      #expect(all.count == 3)
      var (found, last) = ([UntypedRow](), [UInt8]?.none)
      while let page = try? reader.rows(
        ofView: Shelves.name, after: last, limit: 1, reversed: reversed), let row = page.first
      {
        found.append(row)
        last = row.key
      }
      #expect(found == all)
      #expect(try reader.row(ofView: Shelves.name, key: all[1].key) == all[1])
      let prefix = try reader.rows(
        ofView: Shelves.name, table: "items", prefix: [0, 0] + Array("ri".utf8), limit: 10)
      #expect(prefix.count == 1)
    }
  }

  @Test func `rows are those of the newest build, and there are none once it was dropped`() throws {
    let store = try EventStore.open(at: directory.path, schema: schema)
    func rows() throws -> [UntypedRow] {
      try store.read { try $0.rows(ofView: Labels.name, limit: 10) }
    }
    let first = try rows()
    #expect(first.count == 3)
    for _ in 0..<2 {
      try store.rebuild(Labels.name)
      #expect(try rows() == first)
    }
    try store.buy("tea", shelf: nil)
    #expect(try rows().count == 4)
    try store.dropProjections()
    #expect(throws: StoreError.self) { try rows() }
    try store.rebuild(Labels.name)
    #expect(try rows().count == 4)
  }

  @Test func `a view that is missing, has no such table, or was dropped is told`() throws {
    let store = try EventStore.open(at: directory.path, schema: schema)
    func code(_ view: String, _ table: String? = nil) -> StoreError.Code? {
      do {
        _ = try store.read { try $0.rows(ofView: view, table: table, limit: 1) }
        return nil
      } catch { return (error as? StoreError)?.code }
    }
    #expect(code("none") == .notInSchema)
    #expect(code(Shelves.name, "none") == .notInSchema)
    #expect(code(Shelves.name, "totals") == nil)
    try store.dropProjections()
    #expect(code(Shelves.name) == .projectionNotReady)
    #expect(try store.read { try $0.storedViews() }.allSatisfy { $0.state == .dropped })
  }

  @Test func `a view is behind when a program has written that does not know it`() throws {
    do {
      let stranger = try EventStore.open(
        at: directory.path, schema: Schema().entity(PantryItem.self))
      try stranger.buy("tea", shelf: nil)
      let views = try stranger.read { try $0.storedViews() }
      #expect(views.allSatisfy { $0.state == .behind && $0.tables[0].rows == 3 })
    }
    let own = try EventStore.open(at: directory.path, schema: schema)
    let views = try own.read { try $0.storedViews() }
    #expect(views.allSatisfy { $0.state == .live && $0.tables[0].rows == 4 })
  }
}

/// Reading keys by the names of their types.
struct KeyShapeTests {
  private func parts<Key: OrderedKey>(_ key: Key, as name: String? = nil) -> [KeyPart] {
    KeyShape(name ?? "\(Key.self)").parts(of: key.keyBytes)
  }

  @Test func `each type that is a key by itself is read as it was written`() {
    let id = UUID()
    let date = Date(timeIntervalSinceReferenceDate: 5.5)
    #expect(parts("a\0b") == [.text("a\0b")])
    #expect(parts(-7) == [.integer(-7)])
    #expect(parts(Int64.min) == [.integer(.min)])
    #expect(parts(Int32(-3)) == [.integer(-3)])
    #expect(parts(UInt64.max) == [.unsigned(.max)])
    #expect(parts(true) == [.flag(true)])
    #expect(parts(date) == [.date(date)])
    #expect(parts(id) == [.id(id)])
    #expect(parts(ID<PantryItem>(id)) == [.id(id)])
    #expect(parts(HybridTime(rawValue: 9)) == [.time(HybridTime(rawValue: 9))])
    #expect(parts(String?.none) == [.none])
    #expect(parts(String?.some("a")) == [.text("a")])
    #expect(
      parts(
        Key5("a", 1, Key2(true, id), Int?.none, date),
        as: "Key5<String, Int, Key2<Bool, ID<Item>>, Optional<Int>, Date>")
        == [.text("a"), .integer(1), .flag(true), .id(id), .none, .date(date)])
  }

  private struct Weight: OrderedKey, CustomStringConvertible {
    var grams: Int32
    var description: String { "\(grams) g" }

    init(grams: Int32) { self.grams = grams }
    init(from reader: inout KeyReader) throws { grams = try reader.int32() }
    func encode(into writer: inout KeyWriter) { writer.int32(grams) }
  }

  private struct Plain: OrderedKey {
    init() {}
    init(from reader: inout KeyReader) throws { _ = try reader.uint8() }
    func encode(into writer: inout KeyWriter) { writer.uint8(7) }
  }

  private enum Meal: String, OrderedKey { case lunch }
  private enum Size: Int32, OrderedKey { case large = 5 }

  private struct Own: CompositeKey {
    typealias First = Weight?
    typealias Rest = Key4<Size, Plain, Key2<Meal, Bool>, ID<PantryItem>>

    init(from reader: inout KeyReader) throws {}
    func encode(into writer: inout KeyWriter) {}
  }

  /// Declares its parts in another order than it writes them, and one of them not at all.
  private struct Shelf: CompositeKey {
    typealias First = Weight
    typealias Rest = Key5<Date, Date?, String, Bool, UUID>
    var id: UUID
    var until: Date?
    var since: Date
    var name: String
    var weight: Weight

    init(from reader: inout KeyReader) throws {
      weight = try Weight(from: &reader)
      since = try reader.date()
      until = try Date?(from: &reader)
      name = try reader.string()
      _ = try reader.isPresent()
      id = try reader.uuid()
    }

    func encode(into writer: inout KeyWriter) {}
  }

  @Test func `the parts of a key have the names of the properties that hold them`() {
    #expect(
      KeyShape.propertyNames(of: Shelf.self) == ["weight", "since", "until", "name", nil, "id"])
    // Of its texts nobody knows which there are.
    #expect(KeyShape.propertyNames(of: Own.self).allSatisfy { $0 == nil })
    #expect(KeyShape.propertyNames(of: Key2<Int, UUID>.self) == [nil, nil])
  }

  @Test func `who has the types of a key reads all of its parts`() {
    let shape = KeyShape(of: Own.self)
    #expect(shape.partNames == ["text", "integer", "other", "text", "flag", "id"])
    let id = UUID()
    let key = Key5(
      Weight?.some(Weight(grams: -3)), Size.large, Plain(), Key2(Meal.lunch, true), id)
    let expected: [KeyPart] = [
      .text("-3 g"), .integer(5), .bytes([7]), .text("lunch"), .flag(true), .id(id),
    ]
    #expect(shape.parts(of: key.keyBytes) == expected)
    let cut = Array(key.keyBytes.dropLast())
    #expect(shape.parts(of: cut) == Array(expected.dropLast()) + [.bytes(Array(cut.suffix(15)))])
    #expect(KeyShape(of: Key2<Weight?, Date?>.self).parts(of: [0, 0]) == [.none, .none])
  }

  @Test func `a text stands for keys that begin with it, in the width of their type`() {
    let id = UUID()
    func prefix(_ text: String, _ name: String) -> [UInt8]? {
      KeyShape(name).prefix(text) { $0 == "today" ? Date(timeIntervalSinceReferenceDate: 5) : nil }
    }
    #expect(prefix("ri", "Key2<String, UUID>") == [0x72, 0x69])
    #expect(prefix("-7", "Int") == (-7).keyBytes)
    #expect(prefix("-7", "Key2<Int32, String>") == Int32(-7).keyBytes)
    #expect(prefix("3000000000", "Int32") == nil)
    #expect(prefix("7", "UInt64") == UInt64(7).keyBytes)
    #expect(prefix("yes", "Bool") == true.keyBytes && prefix("1", "Bool") == nil)
    #expect(prefix(id.uuidString, "ID<Item>") == id.keyBytes)
    #expect(prefix("9", "HybridTime") == HybridTime(rawValue: 9).keyBytes)
    #expect(prefix("today", "Date") == Date(timeIntervalSinceReferenceDate: 5).keyBytes)
    #expect(prefix("5", "Optional<Int32>") == Int32?.some(5).keyBytes)
    #expect(prefix("none", "Optional<Int32>") == Int32?.none.keyBytes)
    #expect(prefix("5", "Aisle") == nil)
    #expect(prefix(String(repeating: "a", count: 600), "String") == nil)
  }

  /// Letters in any case, stored as small ones.
  private struct Letters: OrderedKey, LosslessStringConvertible {
    let description: String

    init?(_ text: String) {
      guard text.allSatisfy(\.isLetter) else { return nil }
      description = text.lowercased()
    }

    init(from reader: inout KeyReader) throws { description = try reader.string() }
    func encode(into writer: inout KeyWriter) { writer.string(description) }
  }

  private enum Aisle: Int32, OrderedKey, CaseIterable { case bread = 1, milk }
  private struct Label: RawRepresentable, OrderedKey { var rawValue: String }

  private struct Stand: CompositeKey {
    typealias First = Aisle
    typealias Rest = Key2<Label, UUID>

    init(from reader: inout KeyReader) throws {}
    func encode(into writer: inout KeyWriter) {}
  }

  @Test func `a text stands for values of a type of the app's, which reads it`() {
    func prefix(_ text: String, _ type: any OrderedKey.Type) -> [UInt8]? {
      KeyShape(of: type).prefix(text) { _ in nil }
    }
    // By the raw value, and by the name of a case.
    #expect(prefix("2", Aisle.self) == Aisle.milk.keyBytes)
    #expect(prefix("milk", Aisle.self) == Aisle.milk.keyBytes)
    #expect(prefix("3", Aisle.self) == nil)
    #expect(prefix("lunch", Meal.self) == Array("lunch".utf8))
    #expect(prefix("tea", Meal.self) == nil)
    // What is stored as its text stands for all that begin with it.
    #expect(prefix("mi", Label.self) == Array("mi".utf8))
    #expect(prefix(String(repeating: "a", count: 600), Label.self) == nil)
    #expect(prefix("mi", Letters.self) == Array("mi".utf8))
    #expect(prefix("MI", Letters.self) == "mi".keyBytes)
    #expect(prefix("m1", Letters.self) == nil)
    // By the first part.
    #expect(prefix("milk", Stand.self) == Aisle.milk.keyBytes)
    #expect(prefix("MI", Key2<Letters?, Int>.self) == Letters("mi").keyBytes)
    #expect(prefix("none", Key2<Letters?, Int>.self) == [0])
    // A type that only shows itself reads no text.
    #expect(prefix("5 g", Weight.self) == nil)
    #expect(prefix("7", Plain.self) == nil)
  }

  @Test func `what follows a type of the app's is bytes`() {
    #expect(
      parts(Key2("a", 1), as: "Key2<String, Aisle>") == [
        .text("a"), .bytes([0x80, 0, 0, 0, 0, 0, 0, 1]),
      ])
    #expect(!KeyShape("Key2<String, Aisle>").isKnown && KeyShape("Key2<String, Int>").isKnown)
    #expect(KeyShape("ShelfKey").parts(of: [1, 2]) == [.bytes([1, 2])])
    #expect(KeyShape("String").parts(of: [0x41]) == [.bytes([0x41])])
    #expect(KeyPart.bytes([1, 255]).description == "0x01ff")
  }
}
