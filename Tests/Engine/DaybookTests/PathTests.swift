import Daybook
import Foundation
import Testing

/// What a path means, wherever one is taken.
struct PathTests {
  private let here = FileManager.default.currentDirectoryPath

  @Test(arguments: ["~/family", "~ada/family", "~", "family", "a b/fämily#?%20"])
  func `a path that begins with no slash is one of the folder in which the process works`(
    path: String
  ) {
    #expect(URL(atPath: path).path.hasSuffix("/" + path))
    #expect(URL(atPath: path).standardizedFileURL.path == "\(here)/\(path)")
  }

  @Test(arguments: ["/family", "/a b/~/fämily#?%20"])
  func `a path that begins with a slash stays as it is`(path: String) {
    #expect(URL(atPath: path).path == path)
  }
}
