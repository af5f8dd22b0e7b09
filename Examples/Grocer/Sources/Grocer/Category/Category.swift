public import DaybookMacros

/// Where in the shop a thing stands.
@Payload public struct Category: Entity {
  public static let kind = "grocer.category"
  @Field(1) public var name: String

  @Events public enum Event {
    @Named(".made") case made(Category)
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    // Two devices may both have made it; the first one in the order of the log counts.
    case .made(let category): state = state ?? category
    }
  }

  /// The same name has the same identifier on every device, so that both make one category.
  public static func id(of name: String) -> ID<Category> {
    ID(name: name.lowercased(), in: namespace)
  }

  private static let namespace = UUID(
    uuid: (92, 31, 10, 119, 62, 157, 75, 98, 138, 17, 109, 44, 144, 228, 53, 184))
}
