internal import Foundation

/// A symbolic link that leads to itself, by itself or through others.
package enum LoopingLink {
  /// That a path leads through one; nil where it does not. Calls `access(2)`.
  package static func sentence(on path: String) -> String? {
    guard access(path, F_OK) != 0, errno == ELOOP else { return nil }
    return "\(path) is, or is beyond, a symbolic link that leads to itself: remove that link, or "
      + "give another path"
  }
}
