public import DaybookMacros

/// What every sort of field looks like.
@Payload struct Everything: Equatable {
  @Field(1) var id: UUID
  @Field(2) var text: String
  @Field(3) let date: Date
  @Field(4) var flag = true
  @Field(5) var double: Double?
  @Field(6) var int: Int = -7
  @Field(7) var int32: Int32
  @Field(8) var unsigned: UInt64?
  @Field(9) var aisle: Aisle
  @Field(10) var rank: Rank?
  @Field(11) var size: Size
  @Field(12) var spare: Size?
  @Field(13) var tags: [String]
  @Field(14) var sizes: [Size] = []
  @Field(15) var data: Data?
  @Field(16) var `default`: String = "some"
  @Field(17) let time: HybridTime?

  /// Not stored, so it needs no number.
  var isHeavy: Bool { size.grams > 1000 }
  static let shared = 7
}

enum Aisle: String, PayloadValue {
  case dry, cold
}

enum Rank: Int, PayloadValue {
  case low = -1
  case high = 300
}

@Payload struct Size: Equatable {
  @Field(1) var grams: Int64
  @Field(2) var unit: String = "g"
}

/// What other modules may see.
@Payload public struct Shelf: Equatable {
  @Field(1) public var name: String
  @Field(2) public var isFull = false
  @Field(3) public var rows: Int?
}

@Payload struct Ware: Entity {
  static let kind = "macros.ware"
  @Field(1) var name: String
  @Field(2) var aisle: String?
  @Field(3) var shelf: Int = 1
  @Field(4) var tags: [String] = []
  @Field(5) var isBought = false

  static func fold(_ state: inout Ware?, _ event: WareEvent) {
    switch event {
    case .added(let item): state = item
    case .renamed(let name): state?.name = name
    case .moved(let aisle, let shelf):
      state?.aisle = aisle
      state?.shelf = shelf
    case .tagged(let tags): state?.tags = tags
    case .noted(let note): state?.aisle = note
    case .sized(let size): state?.shelf = Int(size?.grams ?? 0)
    case .bought(let isBought): state?.isBought = isBought
    case .removed: state = nil
    }
  }
}

@Events enum WareEvent: Equatable {
  @Named("macros.added", version: 2) case added(Ware)
  @Named("macros.renamed") case renamed(String)
  @Named("macros.moved", fields: 2, 1) case moved(aisle: String, shelf: Int = 3)
  @Named("macros.tagged") case tagged([String])
  @Named("macros.noted") case noted(note: String?)
  @Named("macros.sized") case sized(Size?)
  @Named("macros.bought", fields: 1) case bought(Bool = true)
  @Named("macros.removed") case removed

  /// Version 1 was a name.
  static let upcasters = [
    Upcaster(from: "macros.added", to: EventType("macros.added", version: 2)) { old, new in
      while let field = try old.next() {
        if field == 1 { new.string(1, "old \(try old.string())") }
      }
    }
  ]
}

@Key struct PlaceKey: Equatable {
  var aisle: String?
  var shelf = 0
  let id: ID<Ware>
}

struct WaresByShelf: Index {
  static let name = "macros.byShelf"
  static func key(_ item: Stamped<Ware>) -> PlaceKey? {
    PlaceKey(aisle: item.aisle, shelf: item.shelf, id: item.id)
  }
}
