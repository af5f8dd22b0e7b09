/// Coded as the entry, with its `kind` beside its properties.
extension HistoryEntry {
  private enum CodingKeys: String, CodingKey {
    case kind
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try entry.encode(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: CodingKeys.self).decode(EntryKind.self, forKey: .kind)
    self = try Self.read(kind.entity, decoder)
  }

  private static func read<E: NurseryEntry>(
    _ type: E.Type, _ decoder: any Decoder
  ) throws -> HistoryEntry {
    try E(from: decoder).historyEntry
  }
}
