import DaybookMacros

@Events
enum GroceryEvent {
  @Named("grocery.added", version: 2) case added(Grocery)
  @Named("grocery.renamed") case renamed(to: String)
  @Named("grocery.moved", fields: 2, 1, 5) case moved(aisle: String?, Int, shelf: Int = 3)
  @Named("grocery.removed") case removed
}

@Payload
struct Grocery: Entity {
  static let kind = "grocery"
  @Field(1) var name: String

  static func fold(_ state: inout Grocery?, _ event: GroceryEvent) {}
}
