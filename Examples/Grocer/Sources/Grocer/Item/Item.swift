public import DaybookMacros

/// A thing on a list.
@Payload public struct Item: Entity {
  public static let kind = "grocer.item"
  @Field(1) public var list: UUID
  @Field(2) public var text: String
  @Field(3) public var grams: Int?
  @Field(4) public var category: UUID?
  @Field(5) public var isBought: Bool = false

  public static func fold(_ state: inout Self?, _ event: ItemEvent) {
    switch event {
    case .added(let item): state = item
    case .renamed(let text): state?.text = text
    case .weighed(let grams): state?.grams = grams
    case .bought(let isBought): state?.isBought = isBought
    case .removed: state = nil
    }
  }
}

@Events public enum ItemEvent {
  @Named("grocer.item.added") case added(Item)
  @Named("grocer.item.renamed") case renamed(String)
  @Named("grocer.item.weighed") case weighed(grams: Int?)
  @Named("grocer.item.bought") case bought(Bool)
  @Named("grocer.item.removed") case removed
}
