public import DaybookMacros

/// A shopping list; its items name it.
@Payload public struct GroceryList: Entity {
  public static let kind = "grocer.list"
  @Field(1) public var name: String

  @Events public enum Event {
    @Named(".made") case made(GroceryList)
    @Named(".deleted") case deleted
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    case .made(let list): state = list
    case .deleted: state = nil
    }
  }
}
