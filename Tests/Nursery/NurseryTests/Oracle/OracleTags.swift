import Foundation

/// Tags by the regular expression of DOMAIN, each once in its first spelling.
enum OracleTags {
  private static let expression = try? NSRegularExpression(pattern: #"(?<!\w)#[\p{L}\p{N}_]+"#)

  static func all(_ told: Told) -> [String] {
    var found: [String] = []
    let memo = told.memo ?? ""
    if memo.contains("#") {
      let text = memo as NSString
      let range = NSRange(location: 0, length: text.length)
      found = (expression?.matches(in: memo, range: range) ?? []).map {
        text.substring(with: $0.range)
      }
    }
    return (found + told.tags).map(name).reduce(into: []) { tags, tag in
      if !tag.isEmpty, !tags.contains(where: { $0.lowercased() == tag.lowercased() }) {
        tags.append(tag)
      }
    }
  }

  /// Without what stands before and after the word.
  static func name(_ tag: String) -> String {
    let tag = tag.trimmingCharacters(in: .whitespaces)
    return tag.hasPrefix("#") ? name(String(tag.dropFirst())) : tag
  }

  /// One text for tags that are the same.
  static func key(_ tag: String) -> String {
    name(tag).lowercased().precomposedStringWithCanonicalMapping
  }
}
