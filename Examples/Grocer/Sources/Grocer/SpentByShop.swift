import Daybook

/// What each shop has got, in cents.
public struct SpentByShop: Totals {
  public static let name = "grocer.spentByShop"
  public static func group(_ purchase: Stamped<Purchase>) -> String? { purchase.shop }
  public static func amount(_ purchase: Stamped<Purchase>) -> Int64 { Int64(purchase.price) }
}
