public import Daybook

/// What a record holds: a type of events, an item of a checklist, the settings.
///
/// A new one is a type that names its fields; its entity, its events and their fold follow, and so
/// does its JSON: the fields under their names.
public protocol RecordValue: FieldPayload, Equatable, Codable {
  /// The front of its stored names, such as `checklistItem`. Reaches the disk.
  static var recordName: String { get }

  /// The names of the fields, for the history.
  static var propertyNames: [Int: String] { get }

  /// What a change of one that nobody created begins with; nil, the default, ignores such a change.
  ///
  /// For what has a fixed identifier and defaults, so that two devices which never met can change
  /// different fields of it.
  static var initial: Self? { get }

  /// Names each field with its number, from 2 on but not 15; see `FieldPayload`.
  mutating func fields(_ field: inout some FieldCoding) throws
}

extension RecordValue {
  public static var initial: Self? { nil }

  public func encode(to encoder: any Encoder) throws {
    try encodeFields(to: encoder, names: Self.propertyNames)
  }

  public init(from decoder: any Decoder) throws {
    try self.init(fieldsFrom: decoder, names: Self.propertyNames)
  }
}
