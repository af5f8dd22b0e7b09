/// Why one row is quarantined.
struct RowRefusal: Error {
  let column: String?
  let reason: String

  init(_ column: String?, _ reason: String) {
    self.column = column
    self.reason = reason
  }
}
