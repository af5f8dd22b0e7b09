public import DaybookMacros

/// A shopping list; its items name it.
@Payload public struct GroceryList: Entity {
  public static let kind = "pantry.list"
  @Field(1) public var name: String
  @Field(2) public var notes: String?
  @Field(3) public var isCompleted: Bool = false

  @Events public enum Event {
    @Named(".made") case made(GroceryList)
    @Named(".renamed") case renamed(String)
    @Named(".noted") case noted(String?)
    @Named(".completed") case completed(Bool)
    @Named(".deleted") case deleted
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    case .made(let list): state = list
    case .renamed(let name): state?.name = name
    case .noted(let notes): state?.notes = notes
    case .completed(let isCompleted): state?.isCompleted = isCompleted
    case .deleted: state = nil
    }
  }
}
