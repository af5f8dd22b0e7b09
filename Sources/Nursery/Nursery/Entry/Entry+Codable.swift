extension Entry {
  public func encode(to encoder: any Encoder) throws {
    try encodeFields(to: encoder, names: Self.propertyNames)
  }

  /// - Throws: `DecodingError`, also for an entry without a start.
  public init(from decoder: any Decoder) throws {
    try self.init(fieldsFrom: decoder, names: Self.propertyNames, requiring: [2])
  }
}
