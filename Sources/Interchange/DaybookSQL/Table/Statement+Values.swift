#if SQL
internal import GRDB

extension Statement {
  /// Runs the statement with a value for each mark.
  ///
  /// Values of a type that GRDB knows go through a key path each, a third of what a mirror took.
  func run(_ values: [DatabaseValue]) throws {
    setUncheckedArguments(
      StatementArguments(values.lazy.map { value -> (any DatabaseValueConvertible)? in value }))
    try execute()
  }
}
#endif
