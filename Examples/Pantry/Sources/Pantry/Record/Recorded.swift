internal import DaybookMacros

/// An entity that other programs read as a record.
protocol Recorded: Entity {
  /// The type of its records.
  static var recordType: String { get }
  /// What a record of it holds, by the names of the fields.
  var recordFields: [String: RecordValue] { get }
}
