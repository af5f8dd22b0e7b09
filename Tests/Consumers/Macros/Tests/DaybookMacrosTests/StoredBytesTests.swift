import Daybook
import DaybookMacros
import Testing

/// The bytes of types with macros, beside those of `PayloadWriter` by hand.
struct StoredBytesTests {
  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let date = Date(timeIntervalSinceReferenceDate: 700_000_000.125)

  private static let full = Everything(
    id: id, text: "rice", date: date, flag: false, double: .pi, int: 12, int32: -70_000,
    unsigned: .max, aisle: .cold, rank: .high, size: Size(grams: 1500), spare: Size(grams: 1),
    tags: ["a", "b"], sizes: [Size(grams: 2, unit: "kg"), Size(grams: 3)],
    data: Data([0, 255]), default: "none", time: HybridTime(rawValue: 99))

  private static func bytes(of value: some PayloadCodable) -> [UInt8] {
    var writer = PayloadWriter()
    value.encode(into: &writer)
    return writer.array
  }

  private static func byHand(_ write: (inout PayloadWriter) -> Void) -> [UInt8] {
    var writer = PayloadWriter()
    write(&writer)
    return writer.array
  }

  private static func read<Value: PayloadCodable>(_ bytes: [UInt8]) throws -> Value {
    var reader = PayloadReader(bytes.span.bytes)
    return try Value(from: &reader)
  }

  @Test func `every sort of field has the bytes that it has by hand`() throws {
    let expected = Self.byHand { writer in
      writer.uuid(1, Self.id)
      writer.string(2, "rice")
      writer.date(3, Self.date)
      writer.bool(4, false)
      writer.double(5, .pi)
      writer.int(6, 12)
      writer.int(7, -70_000)
      writer.uint(8, .max)
      writer.string(9, "cold")
      writer.int(10, 300)
      writer.message(11) { inner in
        inner.int(1, 1500)
        inner.string(2, "g")
      }
      writer.message(12) { inner in
        inner.int(1, 1)
        inner.string(2, "g")
      }
      writer.string(13, "a")
      writer.string(13, "b")
      writer.message(14) { inner in
        inner.int(1, 2)
        inner.string(2, "kg")
      }
      writer.message(14) { inner in
        inner.int(1, 3)
        inner.string(2, "g")
      }
      Data([0, 255]).withUnsafeBytes { writer.bytes(15, $0) }
      writer.string(16, "none")
      writer.uint(17, 99)
    }
    #expect(Self.bytes(of: Self.full) == expected)
  }

  @Test func `what was written is read`() throws {
    let copy: Everything = try Self.read(Self.bytes(of: Self.full))
    #expect(copy == Self.full)
  }

  @Test func `what a payload lacks is nil, empty or the default`() throws {
    let old = Self.byHand { writer in
      writer.uuid(1, Self.id)
      writer.string(2, "rice")
      writer.date(3, Self.date)
      writer.int(7, 0)
      writer.string(9, "dry")
      writer.message(11) { $0.int(1, 5) }
      writer.string(99, "of a newer version")
    }
    let read: Everything = try Self.read(old)
    #expect(
      read
        == Everything(
          id: Self.id, text: "rice", date: Self.date, int32: 0, aisle: .dry,
          size: Size(grams: 5), tags: [], time: nil))
    #expect(read.flag && read.int == -7 && read.default == "some" && read.sizes == [])
  }

  @Test(arguments: [1, 2, 3, 7, 9, 11])
  func `a payload without a field that must be there is refused`(_ lost: Int) {
    let bytes = Self.byHand { writer in
      if lost != 1 { writer.uuid(1, Self.id) }
      if lost != 2 { writer.string(2, "rice") }
      if lost != 3 { writer.date(3, Self.date) }
      if lost != 7 { writer.int(7, 0) }
      if lost != 9 { writer.string(9, "dry") }
      if lost != 11 { writer.message(11) { $0.int(1, 5) } }
    }
    #expect(throws: PayloadError.missing(lost)) {
      let _: Everything = try Self.read(bytes)
    }
  }

  @Test func `a raw value that this version lacks is refused`() {
    #expect(throws: PayloadError.outOfRange(9)) {
      let _: Everything = try Self.read(Self.byHand { $0.string(9, "frozen") })
    }
  }

  @Test func `a number that does not fit is refused`() {
    #expect(throws: PayloadError.outOfRange(7)) {
      let _: Everything = try Self.read(Self.byHand { $0.int(7, 1 << 31) })
    }
  }

  @Test func `a public payload has a public initialiser with its defaults`() {
    #expect(Shelf(name: "a") == Shelf(name: "a", isFull: false, rows: nil))
  }

  @Test(arguments: [
    (WareEvent.added(Ware(name: "a", aisle: "b", tags: ["c"])), 0),
    (.renamed("x"), 1), (.moved(aisle: "x", shelf: 4), 2), (.tagged(["x", "y"]), 3),
    (.noted(note: "x"), 4), (.noted(note: nil), 4), (.sized(Size(grams: 1)), 5),
    (.sized(nil), 5), (.bought(false), 6), (.removed, 7),
  ])
  func `every event is read as it was written`(_ event: WareEvent, _ index: Int) throws {
    var writer = PayloadWriter()
    event.encode(into: &writer)
    #expect(writer.array == Self.byHand { Self.write(event, &$0) })
    #expect(event.typeIndex == index)
    let bytes = writer.array
    var reader = PayloadReader(bytes.span.bytes)
    #expect(try WareEvent.decode(index, from: &reader) == event)
  }

  private static func write(_ event: WareEvent, _ writer: inout PayloadWriter) {
    switch event {
    case .added(let item):
      writer.string(1, item.name)
      writer.string(2, item.aisle)
      writer.int(3, Int64(item.shelf))
      for tag in item.tags { writer.string(4, tag) }
      writer.bool(5, item.isBought)
    case .renamed(let name): writer.string(1, name)
    case .moved(let aisle, let shelf):
      writer.string(2, aisle)
      writer.int(1, Int64(shelf))
    case .tagged(let tags): for tag in tags { writer.string(1, tag) }
    case .noted(let note): writer.string(1, note)
    case .sized(let size):
      if let size { writer.message(1) { size.encode(into: &$0) } }
    case .bought(let isBought): writer.bool(1, isBought)
    case .removed: break
    }
  }

  @Test func `a value that an event lacks is its default`() throws {
    let bytes = Self.byHand { $0.string(2, "cold") }
    var reader = PayloadReader(bytes.span.bytes)
    #expect(try WareEvent.decode(2, from: &reader) == .moved(aisle: "cold", shelf: 3))
  }

  @Test(arguments: [1, 2])
  func `an event without a value that must be there is refused`(_ index: Int) {
    let bytes: [UInt8] = []
    #expect(throws: PayloadError.missing(index)) {
      var reader = PayloadReader(bytes.span.bytes)
      _ = try WareEvent.decode(index, from: &reader)
    }
  }

  @Test func `types have the names and versions that were given`() {
    #expect(
      WareEvent.types.map(\.description) == [
        "macros.added@2", "macros.renamed", "macros.moved", "macros.tagged", "macros.noted",
        "macros.sized", "macros.bought", "macros.removed",
      ])
  }
}
