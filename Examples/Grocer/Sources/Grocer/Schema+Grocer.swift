import Daybook

extension Schema {
  /// What the app stores.
  public static var grocer: Schema {
    Schema().entity(Purchase.self).projection(SpentByShop())
  }
}
