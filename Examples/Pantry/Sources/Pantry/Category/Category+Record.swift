extension Category: Recorded {
  static let recordType = "Category"

  var recordFields: [String: RecordValue] {
    [
      "name": .text(name), "normalizedName": .text(Name.canonical(name)), "color": .text(color),
      "sortOrder": .number(rank), "isDefault": .flag(isDefault),
    ]
  }
}
