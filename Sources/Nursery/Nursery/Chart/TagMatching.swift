/// When two spellings are the same tag.
public enum TagMatching: Sendable, Hashable, CaseIterable {
  /// When they are equal without each leading `#` and in lower case, as in filters.
  case ignoringCase
  /// When they are equal as they stand, `#` and case included, as in BabyDashboard's correlations.
  case exact

  /// What equal tags have in common.
  func key(_ tag: String) -> String {
    switch self {
    case .exact: tag
    case .ignoringCase: Hashtags.name(tag).lowercased()
    }
  }

  func keys(_ tags: [String]) -> Set<String> { Set(tags.map(key)) }
}
