package import Foundation

extension URL {
  /// Where the file is that a path leads to, through every link, also when nothing is there yet.
  package var target: URL {
    var url = resolvingSymlinksInPath()
    // That ends at a link which leads to nothing. As many links as the system follows.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else {
        break
      }
      let folder = url.deletingLastPathComponent()
      url = URL(fileURLWithPath: next, relativeTo: folder).absoluteURL.resolvingSymlinksInPath()
    }
    return url
  }
}
