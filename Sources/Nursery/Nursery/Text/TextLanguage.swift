/// A language that titles and texts are written in.
public enum TextLanguage: String, Sendable, Hashable, Codable, CaseIterable {
  /// English.
  case english = "en"
  /// Korean.
  case korean = "ko"

  /// The language of a code such as `ko-KR` or `en_US`; English for all others.
  public init(code: String) {
    let language = code.prefix { $0 != "-" && $0 != "_" }
    self = TextLanguage(rawValue: language.lowercased()) ?? .english
  }
}
