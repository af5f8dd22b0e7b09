public import DaybookMacros

/// A thing on a list.
@Payload public struct Item: Entity {
  public static let kind = "grocer.item"
  @Field(1) public var list: ID<GroceryList>
  @Field(2) public var text: String
  @Field(3) public var grams: Int?
  @Field(4) public var category: ID<Category>?
  @Field(5) public var isBought: Bool = false

  @Events public enum Event {
    @Named(".added") case added(Item)
    @Named(".renamed") case renamed(String)
    @Named(".weighed") case weighed(grams: Int?)
    @Named(".bought") case bought(Bool)
    @Named(".removed") case removed
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    case .added(let item): state = item
    case .renamed(let text): state?.text = text
    case .weighed(let grams): state?.grams = grams
    case .bought(let isBought): state?.isBought = isBought
    case .removed: state = nil
    }
  }
}
