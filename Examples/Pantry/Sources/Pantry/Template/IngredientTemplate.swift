public import DaybookMacros

/// What recipes and lists mean by a name: where it stands in the shop, and whether it is always in
/// the house.
@Payload public struct IngredientTemplate: Entity {
  public static let kind = "pantry.template"
  @Field(1) public var name: String
  @Field(2) public var category: ID<Category>?
  @Field(3) public var isStaple: Bool = false

  @Events public enum Event {
    @Named(".made") case made(IngredientTemplate)
    @Named(".categorized") case categorized(ID<Category>?)
    @Named(".stapled") case stapled(Bool)
    @Named(".deleted") case deleted
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    // Two devices may both have made it; the first one in the order of the log counts.
    case .made(let template): state = state ?? template
    case .categorized(let category): state?.category = category
    case .stapled(let isStaple): state?.isStaple = isStaple
    case .deleted: state = nil
    }
  }

  /// The same name has the same identifier on every device, so that both make one template.
  public static func id(of name: String) -> ID<IngredientTemplate> {
    ID(name: Name.canonical(name), in: namespace)
  }

  private static let namespace = UUID(
    uuid: (141, 7, 66, 201, 39, 180, 70, 12, 155, 83, 20, 246, 98, 35, 171, 5))
}
