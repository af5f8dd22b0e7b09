import Daybook

/// Something that a household has bought.
public struct Purchase: Entity, CodablePayload {
  public static let kind = "purchase"
  public var what: String
  public var shop: String
  /// In cents.
  public var price: Int

  public enum Event: CodableEntityEvent {
    case bought(what: String, shop: String, price: Int)
    /// The receipt says something else.
    case corrected(price: Int)
    /// The shop has taken it back.
    case returned
  }

  public static func fold(_ purchase: inout Purchase?, _ event: Event) {
    switch event {
    case .bought(let what, let shop, let price):
      purchase = Purchase(what: what, shop: shop, price: price)
    case .corrected(let price): purchase?.price = price
    case .returned: purchase = nil
    }
  }
}
