public import DaybookMacros

/// A record as other programs read it, with the names that the app's records have in CloudKit.
public struct Record: Equatable, Sendable {
  /// Such as `CD_GroceryList`.
  public let type: String
  /// The identifier, in upper case.
  public let name: String
  /// The fields that have a value, by their names.
  public let fields: [String: JSONValue]

  /// As one line of JSON.
  public var line: String {
    let object: JSONValue = .object([
      "recordType": .string(type), "recordName": .string(name), "fields": .object(fields),
    ])
    return String(decoding: object.bytes, as: UTF8.self)
  }
}
