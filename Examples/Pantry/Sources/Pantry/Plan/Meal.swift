public import DaybookMacros

/// Which meal of a day; one that is not known here is kept.
public struct Meal: RawRepresentable, PayloadValue, Hashable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let breakfast = Meal(rawValue: "breakfast")
  public static let lunch = Meal(rawValue: "lunch")
  public static let snack = Meal(rawValue: "snack")
  public static let dinner = Meal(rawValue: "dinner")

  /// Its place in the day; those that are not known come last.
  var rank: Int {
    let order: [Meal] = [.breakfast, .lunch, .snack, .dinner]
    return order.firstIndex(of: self) ?? order.count
  }
}
