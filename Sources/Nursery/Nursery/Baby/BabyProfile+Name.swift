extension BabyProfile {
  /// Whether a name is this baby's, in whatever case and with whatever blanks around it and between
  /// its words.
  package func isCalled(_ other: String) -> Bool { Self.folded(name) == Self.folded(other) }

  private static func folded(_ name: String) -> String {
    name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}
