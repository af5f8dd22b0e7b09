public import DaybookMacros

/// How a dish is made; its ingredients name it.
@Payload public struct Recipe: Entity {
  public static let kind = "pantry.recipe"
  @Field(1) public var title: String
  /// For how many it is.
  @Field(2) public var servings: Int = 4
  @Field(3) public var instructions: String?
  @Field(4) public var prepMinutes: Int?
  @Field(5) public var cookMinutes: Int?
  @Field(6) public var isFavorite: Bool = false
  /// The address of the page that it is from.
  @Field(7) public var source: String?
  @Field(8) public var timesCooked: Int = 0
  @Field(9) public var lastCooked: Date?

  @Events public enum Event {
    @Named(".written") case written(Recipe)
    @Named(".retitled") case retitled(String)
    @Named(".served") case served(Int)
    @Named(".instructed") case instructed(String?)
    @Named(".timed", fields: 1, 2) case timed(prep: Int?, cook: Int?)
    @Named(".favored") case favored(Bool)
    @Named(".linked") case linked(String?)
    @Named(".cooked") case cooked(Date)
    @Named(".deleted") case deleted
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    case .written(let recipe): state = recipe
    case .retitled(let title): state?.title = title
    case .served(let servings): state?.servings = servings
    case .instructed(let instructions): state?.instructions = instructions
    case .timed(let prep, let cook):
      state?.prepMinutes = prep
      state?.cookMinutes = cook
    case .favored(let isFavorite): state?.isFavorite = isFavorite
    case .linked(let source): state?.source = source
    case .cooked(let date): state?.cook(on: date)
    case .deleted: state = nil
    }
  }

  /// By how much its ingredients are to be multiplied: 1 for its own servings, nothing for nobody,
  /// and 1 where nobody said for how many it is.
  public func factor(for servings: Int?) -> Double {
    guard let servings, self.servings > 0 else { return 1 }
    guard servings > 0 else { return 0 }
    return Double(servings) / Double(self.servings)
  }

  private mutating func cook(on date: Date) {
    // What another device wrote may be any number.
    timesCooked += timesCooked < .max ? 1 : 0
    lastCooked = max(lastCooked ?? date, date)
  }
}
