public import DaybookMacros

/// A thing on a list: its name, and what each source wants of it.
///
/// It names no recipe but by the portions, and holds the words themselves: what happens to a recipe
/// later changes nothing on a list.
@Payload public struct GroceryListItem: Entity {
  public static let kind = "pantry.item"
  @Field(1) public var list: ID<GroceryList>
  @Field(2) public var name: String
  @Field(3) public var portions: [Portion]
  @Field(4) public var category: ID<Category>?
  @Field(5) public var note: String?
  /// The portions that are bought.
  @Field(6) public var bought: [UUID] = []

  @Events public enum Event {
    @Named(".wanted") case wanted(GroceryListItem)
    @Named(".unwanted") case unwanted(portions: [UUID])
    @Named(".measured") case measured(Portion)
    @Named(".renamed") case renamed(String)
    @Named(".categorized") case categorized(ID<Category>?)
    @Named(".noted") case noted(String?)
    @Named(".bought") case bought(portions: [UUID])
    @Named(".unbought") case unbought
    @Named(".removed") case removed
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    // Two devices may want more of a thing; each adds its own.
    case .wanted(let item): state = state?.wanting(item.portions) ?? item
    case .unwanted(let portions): state = state?.without(portions)
    case .measured(let portion):
      state?.portions = [portion]
      state?.bought = []
    case .renamed(let name): state?.name = name
    case .categorized(let category): state?.category = category
    case .noted(let note): state?.note = note
    case .bought(let portions): state?.buy(portions)
    case .unbought: state?.bought = []
    case .removed: state = nil
    }
  }
}

extension GroceryListItem {
  /// Whether nothing of it is to be bought any more.
  public var isBought: Bool { portions.allSatisfy { bought.contains($0.id) } }

  /// How much is still to be bought, or how much was: what can be added is one amount, the rest
  /// stays beside.
  public var amounts: [Quantity] {
    let open = portions.filter { !bought.contains($0.id) }
    let shown = open.isEmpty ? portions : open
    return Quantity.merged(shown.compactMap(\.quantity)).map(\.tidied)
  }

  /// As the list shows it: “500 g + 2 cups flour”.
  public var text: String {
    let amount = amounts.map(\.text).joined(separator: " + ")
    return amount.isEmpty ? name : "\(amount) \(name)"
  }

  /// With more portions; one that is there already has its new quantity.
  private func wanting(_ more: [Portion]) -> GroceryListItem {
    var item = self
    for portion in more {
      if let place = item.portions.firstIndex(where: { $0.id == portion.id }) {
        item.portions[place] = portion
      } else {
        item.portions.append(portion)
      }
    }
    return item
  }

  /// Without the portions of some sources; nil when nobody wants it any more. What is bought stays.
  private func without(_ sources: [UUID]) -> GroceryListItem? {
    var item = self
    item.portions.removeAll { sources.contains($0.id) && !bought.contains($0.id) }
    return item.portions.isEmpty ? nil : item
  }

  /// It tells which portions, because another device may have wanted more, which nobody has bought.
  private mutating func buy(_ sources: [UUID]) {
    bought += sources.filter { !bought.contains($0) }
  }
}
