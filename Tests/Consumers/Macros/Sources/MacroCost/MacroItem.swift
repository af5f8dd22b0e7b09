import DaybookMacros

/// The item with macros.
@Payload struct MacroItem: Entity {
  static let kind = "cost.item"
  @Field(1) var list: UUID?
  @Field(2) var text = ""
  @Field(3) var grams: Int64 = 0
  @Field(4) var note: String?
  @Field(5) var isBought = false

  static func fold(_ state: inout Self?, _ event: MacroEvent) {
    switch event {
    case .added(let item): state = item
    case .renamed(let text): state?.text = text
    case .weighed(let grams): state?.grams = grams
    case .noted(let note): state?.note = note
    case .bought: state?.isBought = true
    }
  }
}

@Events enum MacroEvent {
  @Named("cost.added") case added(MacroItem)
  @Named("cost.renamed") case renamed(String)
  @Named("cost.weighed") case weighed(Int64)
  @Named("cost.noted") case noted(String?)
  @Named("cost.bought") case bought
}
