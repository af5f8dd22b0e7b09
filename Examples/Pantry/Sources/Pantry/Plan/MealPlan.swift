public import DaybookMacros

/// What is to be cooked in some days; its meals name it.
@Payload public struct MealPlan: Entity {
  public static let kind = "pantry.plan"
  @Field(1) public var name: String
  /// The first day, by the days since 1 January 1970: a day on the calendar, in whatever zone.
  @Field(2) public var start: Int
  @Field(3) public var days: Int = 7
  @Field(4) public var isActive: Bool = false
  @Field(5) public var isCompleted: Bool = false

  @Events public enum Event {
    @Named(".made") case made(MealPlan)
    @Named(".renamed") case renamed(String)
    @Named(".spanned", fields: 1, 2) case spanned(start: Int, days: Int)
    @Named(".activated") case activated(Bool)
    @Named(".completed") case completed(Bool)
    @Named(".deleted") case deleted
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    case .made(let plan): state = plan
    case .renamed(let name): state?.name = name
    case .spanned(let start, let days):
      state?.start = start
      state?.days = days
    case .activated(let isActive): state?.isActive = isActive
    case .completed(let isCompleted): state?.isCompleted = isCompleted
    case .deleted: state = nil
    }
  }
}
