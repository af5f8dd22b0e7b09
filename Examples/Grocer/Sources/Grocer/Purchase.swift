import Daybook

/// Something that a household has bought.
public struct Purchase: Entity, FieldPayload {
  public static let kind = "purchase"
  /// What pages and commands call the fields.
  public static let propertyNames = [1: "what", 2: "shop", 3: "price"]
  public var what = ""
  public var shop = ""
  /// In cents.
  public var price = 0

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &what)
    try field(2, &shop)
    try field(3, &price)
  }

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
      var bought = Purchase()
      (bought.what, bought.shop, bought.price) = (what, shop, price)
      purchase = bought
    case .corrected(let price): purchase?.price = price
    case .returned: purchase = nil
    }
  }
}
