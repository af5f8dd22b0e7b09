public import DaybookMacros

/// A shopping list; its items name it.
@Payload public struct GroceryList: Entity {
  public static let kind = "grocer.list"
  @Field(1) public var name: String

  public static func fold(_ state: inout Self?, _ event: ListEvent) {
    switch event {
    case .made(let list): state = list
    case .deleted: state = nil
    }
  }
}

@Events public enum ListEvent {
  @Named("grocer.list.made") case made(GroceryList)
  @Named("grocer.list.deleted") case deleted
}
