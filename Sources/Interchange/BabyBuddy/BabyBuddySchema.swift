/// The columns of one of Baby Buddy's tables, and the words its lists allow.
struct BabyBuddySchema {
  let table: String
  let required: [String]
  let optional: [String]

  var file: String { table + ".csv" }

  func knows(_ column: String) -> Bool { required.contains(column) || optional.contains(column) }

  private static let childNames = ["child_first_name", "child_last_name"]

  static let child = BabyBuddySchema(
    table: "child", required: ["first_name", "last_name", "birth_date"],
    optional: ["id", "birth_time"])
  static let tag = BabyBuddySchema(table: "tag", required: ["id", "name"], optional: ["color"])
  static let feeding = BabyBuddySchema(
    table: "feeding", required: ["child_id", "start", "end", "type", "method"],
    optional: ["id", "amount", "notes", "tags"] + childNames)
  static let diaper = BabyBuddySchema(
    table: "diaperchange", required: ["child_id", "time", "wet", "solid"],
    optional: ["id", "color", "amount", "notes", "tags"] + childNames)

  static let feedingTypes = ["breast milk", "formula", "fortified breast milk", "solid food"]
  static let feedingMethods = [
    "bottle", "left breast", "right breast", "both breasts", "parent fed", "self fed",
  ]
  static let colors = ["black", "brown", "green", "yellow"]
}
