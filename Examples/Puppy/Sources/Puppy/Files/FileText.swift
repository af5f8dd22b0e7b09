import Daybook
import Foundation

/// A file of the old app as it was read last: with the order of its elements, the blanks between
/// them, and what nobody here knows. An export writes it again from this.
///
/// The days have none: a line is a row of its own, and its text is that of the row.
public struct FileText: KeptValue {
  public static let kindName = "file"
  /// The longest that is kept, in bytes; so much and more fits into a row of an import.
  static let longest = 1 << 18

  /// Where it stood, such as `spots.json`.
  public var name = ""
  public var text = ""

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &name)
    try field(3, &text)
  }

  public static let propertyNames = [2: "name", 3: "text"]
}
