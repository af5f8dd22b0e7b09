/// The path of a store's directory, as a caller gives it.
enum StorePath {
  /// Refuses what the system would read only up to its middle, and so take for another directory.
  ///
  /// - Throws: `StoreError.invalidArgument`.
  static func check(_ path: String) throws {
    guard path.utf8.contains(0) else { return }
    let shown = path.split(separator: "\0", omittingEmptySubsequences: false)
      .joined(separator: "\\0")
    throw StoreError(
      .invalidArgument,
      "the path \(shown) holds a NUL byte, at which the system would end it; give another"
    )
  }

  /// The directory that holds what a path names, and its name there.
  static func parts(_ path: String) -> (parent: String, name: String) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: true)
    let name = parts.popLast().map(String.init) ?? ""
    let parent = parts.joined(separator: "/")
    if path.hasPrefix("/") { return ("/" + parent, name) }
    return (parent.isEmpty ? "." : parent, name)
  }
}
