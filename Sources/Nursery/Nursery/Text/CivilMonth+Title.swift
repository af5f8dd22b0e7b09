extension CivilMonth {
  /// The month as a heading: `October`, with the year only in December and January, such as
  /// `December 2025`; in Korean `10월` and `2025년 12월`.
  public func title(in language: TextLanguage = .english) -> String {
    let namesYear = month == 12 || month == 1
    switch language {
    case .korean: return namesYear ? "\(year)년 \(month)월" : "\(month)월"
    case .english: return namesYear ? "\(name) \(year)" : name
    }
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private var name: String { Self.names[month - 1] }

  /// The first three letters of the English name, which tell all months apart.
  var shortName: String { String(name.prefix(3)) }
}
