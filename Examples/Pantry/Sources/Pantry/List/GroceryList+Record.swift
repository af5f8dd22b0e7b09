extension GroceryList: Recorded {
  static let recordType = "GroceryList"

  var recordFields: [String: RecordValue] {
    ["name": .text(name), "notes": .text(notes), "isCompleted": .flag(isCompleted)]
  }
}
