public import DaybookMacros

/// Where in the shop a thing stands.
@Payload public struct Category: Entity {
  public static let kind = "pantry.category"
  @Field(1) public var name: String
  /// Such as `#4C9F70`.
  @Field(2) public var color: String?
  /// Its place among the categories, in the order of the way through the shop.
  @Field(3) public var rank: Int = 0
  /// Whether the app has made it.
  @Field(4) public var isDefault: Bool = false
  /// The one that it is one with, when two devices made both apart.
  @Field(5) public var mergedInto: ID<Category>?

  @Events public enum Event {
    @Named(".made") case made(Category)
    @Named(".renamed") case renamed(String)
    @Named(".colored") case colored(String?)
    @Named(".ranked") case ranked(Int)
    @Named(".merged") case merged(into: ID<Category>)
    @Named(".deleted") case deleted
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    // Two devices may both have made it; the first one in the order of the log counts.
    case .made(let category): state = state ?? category
    case .renamed(let name): state?.name = name
    case .colored(let color): state?.color = color
    case .ranked(let rank): state?.rank = rank
    case .merged(let kept): state?.mergedInto = kept
    case .deleted: state = nil
    }
  }

  /// The same name has the same identifier on every device, so that both make one category.
  public static func id(of name: String) -> ID<Category> {
    ID(name: Name.canonical(name), in: namespace)
  }

  private static let namespace = UUID(
    uuid: (92, 31, 10, 119, 62, 157, 75, 98, 138, 17, 109, 44, 144, 228, 53, 184))
}
