public import Daybook

/// A tag with a colour, as some programs keep it beside the entries that have it.
///
/// Entries name their tags themselves; a definition only adds what belongs to the tag.
public struct TagDefinition: RecordValue, Hashable {
  public static let recordName = "tag"
  public static let propertyNames = [2: "name", 3: "color", 4: "number"]

  /// The name, exactly as entries have it.
  public var name = ""
  /// The colour, such as `#7f007f`; nil when it has none.
  public var color: String?
  /// The number that another program gives it; nil when it has none.
  public var number: String?

  /// A tag without a name, for reading.
  public init() {}

  /// Names a tag.
  public init(name: String, color: String? = nil, number: String? = nil) {
    self.name = name
    self.color = color
    self.number = number
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &name)
    try field(3, &color)
    try field(4, &number)
  }
}
