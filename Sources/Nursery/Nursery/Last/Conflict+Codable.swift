internal import Daybook

/// Coded as what it is, of which kind, of whom, and the entries.
extension Conflict {
  private enum CodingKeys: String, CodingKey {
    case conflict, kind, baby, entries
  }

  private enum Name: String, Codable {
    case running, possibleDuplicates
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .running(let kind, let baby, _):
      try container.encode(Name.running, forKey: .conflict)
      try container.encode(kind, forKey: .kind)
      try container.encodeIfPresent(baby, forKey: .baby)
    case .possibleDuplicates(let kind, let baby, _):
      try container.encode(Name.possibleDuplicates, forKey: .conflict)
      try container.encode(kind, forKey: .kind)
      try container.encodeIfPresent(baby, forKey: .baby)
    }
    try container.encode(entries, forKey: .entries)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try container.decode(EntryKind.self, forKey: .kind)
    let baby = try container.decodeIfPresent(UUID.self, forKey: .baby)
    let entries = try container.decode([UUID].self, forKey: .entries)
    switch try container.decode(Name.self, forKey: .conflict) {
    case .running: self = .running(kind, baby: baby, entries: entries)
    case .possibleDuplicates: self = .possibleDuplicates(kind, baby: baby, entries: entries)
    }
  }
}
