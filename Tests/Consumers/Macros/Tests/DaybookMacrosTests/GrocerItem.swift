import DaybookMacros

@Payload struct GrocerItem: Entity {
  static let kind = "grocer.item"
  @Field(1) var list: UUID?
  @Field(2) var text = ""
  @Field(3) var grams: Int64 = 0
  @Field(4) var note: String?
  @Field(5) var isBought = false

  static func fold(_ state: inout Self?, _ event: GrocerEvent) {
    switch event {
    case .added(let item): state = item
    case .renamed(let text): state?.text = text
    case .weighed(let grams): state?.grams = grams
    case .noted(let note): state?.note = note
    case .bought: state?.isBought = true
    }
  }
}

@Events enum GrocerEvent {
  @Named("grocer.added") case added(GrocerItem)
  @Named("grocer.renamed") case renamed(String)
  @Named("grocer.weighed") case weighed(Int64)
  @Named("grocer.noted") case noted(String?)
  @Named("grocer.bought") case bought
}

struct GrocerItemsByList: Index {
  static let name = "grocer.itemsByList"
  static func key(_ item: Stamped<GrocerItem>) -> Key3<UUID, String, ID<GrocerItem>>? {
    item.list.map { Key3($0, item.text, item.id) }
  }
}
