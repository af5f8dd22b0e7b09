internal import Daybook
@_spi(Tools) internal import Interchange

/// A page of the API.
struct ServerPage {
  let bytes: [UInt8]
  /// How many rows there are on all pages.
  let count: Int
  /// What tells the rows apart, in their order.
  let ids: [String]

  /// The most rows that are read of one endpoint.
  private static let rowLimit = 10_000_000

  /// - Throws: `InterchangeError`: `notJSON` for what is no page, `tooLarge`.
  init(_ bytes: [UInt8], _ endpoint: String, _ origin: String) throws {
    self.bytes = bytes
    guard let value = try? JSONValue(parsing: bytes) else {
      let isPage = bytes.drop { $0 <= 0x20 }.first == UInt8(ascii: "<")
      throw Self.none(
        origin, endpoint, isPage ? "is a web page; is that Baby Buddy's address?" : "is no JSON")
    }
    guard let count = value["count"]?.int, count >= 0, let results = value["results"]?.array else {
      throw Self.none(origin, endpoint, "has no “count” and “results”")
    }
    guard count <= Self.rowLimit else {
      throw InterchangeError(
        .tooLarge, "\(origin) counts \(count) \(endpoint); at most \(Self.rowLimit) are read.")
    }
    self.count = Int(count)
    ids = try results.map { row in
      // Tags have no id.
      if let id = row["id"]?.int { return "\(id)" }
      if let name = row["name"]?.string ?? row["slug"]?.string { return name }
      throw Self.none(origin, endpoint, "has a row without an id")
    }
  }

  private static func none(_ origin: String, _ endpoint: String, _ reason: String)
    -> InterchangeError
  {
    InterchangeError(.notJSON, "What \(origin) answers for \(endpoint) \(reason).")
  }

  /// The names of the endpoints that the API lists.
  ///
  /// - Throws: `InterchangeError.notJSON` for what is not Baby Buddy's.
  static func endpoints(_ bytes: [UInt8], _ origin: String) throws -> Set<String> {
    guard let value = try? JSONValue(parsing: bytes), let names = value.object?.keys,
      names.contains("children"), names.contains("feedings")
    else {
      throw InterchangeError(
        .notJSON,
        "What \(origin) answers is not Baby Buddy's list of endpoints; is that its address?")
    }
    return Set(names)
  }
}
