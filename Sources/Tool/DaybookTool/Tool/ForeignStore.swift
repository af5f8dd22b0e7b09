/// A store that another app wrote: the tool's schema knows nothing of what is in it.
public struct ForeignStore: Error, CustomStringConvertible {
  public let description: String

  init(_ path: String, _ kinds: [String]) {
    let known = kinds.isEmpty ? "" : ", with " + Self.list(kinds)
    description =
      "another app wrote the store at \(path)\(known); nothing was changed: "
      + "use that app's own tool, or daybookctl, which shows any store"
  }

  /// The first few names.
  static func list(_ kinds: [String]) -> String {
    let more = kinds.count > 4 ? " and \(kinds.count - 4) more" : ""
    return kinds.prefix(4).joined(separator: ", ") + more
  }
}
