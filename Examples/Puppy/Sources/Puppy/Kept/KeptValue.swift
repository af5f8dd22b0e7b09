import Daybook
import Foundation

/// What is kept of a puppy: an entry of the diary, a place to walk, a skill.
///
/// A new one is a type that names its fields; entity, events, fold and import follow.
public protocol KeptValue: FieldPayload, Hashable {
  /// The front of its stored names, such as `entry`. Reaches the disk.
  static var kindName: String { get }
  /// The names of the fields, for the history.
  static var propertyNames: [Int: String] { get }
  /// When it was, to notice that files are read in another zone than before; nil by default.
  var date: Date? { get }

  /// Names each field with its number, from 2 on but not 15; see `FieldPayload`.
  mutating func fields(_ field: inout some FieldCoding) throws
}

extension KeptValue {
  public var date: Date? { nil }
}
