/// Read from what `description` gives, and coded as that text, such as `2026-11-20`.
extension CivilDay: LosslessStringConvertible, Codable {
  /// Reads a date in ISO form; nil for other text and for a day that there is not.
  public init?(_ description: String) {
    let (text, isNegative) =
      description.first == "-" ? (description.dropFirst(), true) : (description[...], false)
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count >= 4, parts[1].count == 2, parts[2].count == 2,
      let year = Self.number(parts[0]), let month = Self.number(parts[1]),
      let day = Self.number(parts[2])
    else { return nil }
    self.init(year: isNegative ? -year : year, month: month, day: day)
  }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let day = CivilDay(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(text)\" is no day; one is \"2026-11-20\""))
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  private static func number(_ digits: Substring) -> Int? {
    let isDigits = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isDigits ? Int(digits) : nil
  }
}
