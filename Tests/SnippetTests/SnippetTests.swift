import Foundation
import TemporaryFolders
import Testing

/// Every block of Swift in the documentation is compiled: it is a snippet of a file in `Snippets/`.
struct SnippetTests {
  static let root = Repository.root

  private static func files(_ folder: String, _ suffix: String) -> [URL] {
    let all = FileManager.default.enumerator(
      at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.path.hasSuffix(suffix) }
      .sorted { $0.path < $1.path }
  }

  /// The README, its neighbours, and the pages of every DocC catalogue.
  private static var pages: [URL] {
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map { root.appendingPathComponent($0) }
      + files("Sources", ".md").filter { $0.path.contains(".docc/") }
  }

  private static func snippets() throws -> [Snippet] {
    // Those of macros, of Core Data and of servers, and the tools of two apps, are compiled by the
    // packages that have them.
    let folders = [
      "Tests/SnippetTests/Snippets", "Tests/Consumers/Macros/Tests/DaybookMacrosTests/Snippets",
      "Tests/Consumers/CoreDataTests/Examples", "Tests/Consumers/SQLTests/Examples",
      "Tools/Tests/NurseryServersTests/Snippets", "Examples/Pantry/Sources/PantryTool",
      "Examples/Grocer/Sources/GrocerTool",
    ]
    return try folders.flatMap { files($0, ".swift") }.flatMap {
      Snippet.all(in: try String(contentsOf: $0, encoding: .utf8))
    }
  }

  @Test(arguments: pages)
  func `every block of Swift is a snippet that is compiled`(_ page: URL) throws {
    let known = Set(try Self.snippets().map(\.text))
    for block in Snippet.blocks(in: try String(contentsOf: page, encoding: .utf8)) {
      let isKnown = known.contains(block.text)
      #expect(
        isKnown,
        "\(page.lastPathComponent), line \(block.line), is no snippet in Tests/SnippetTests/Snippets"
      )
    }
  }

  @Test func `every snippet is shown, and has a name of its own`() throws {
    let shown = try Self.pages.flatMap {
      Snippet.blocks(in: try String(contentsOf: $0, encoding: .utf8)).map(\.text)
    }
    let snippets = try Self.snippets()
    let unused = snippets.filter { !shown.contains($0.text) }.map(\.name)
    #expect(unused == [])
    #expect(Set(snippets.map(\.name)).count == snippets.count)
  }

  /// Its fence is `Swift` with a capital, which highlights alike.
  @Test func `Swift that is not compiled is that of other libraries, on one page, and says so`()
    throws
  {
    for page in Self.pages {
      let blocks = Snippet.blocks(
        in: try String(contentsOf: page, encoding: .utf8), fence: "```Swift")
      if page.lastPathComponent != "SideBySide.md" {
        #expect(blocks.isEmpty, "\(page.lastPathComponent)")
      }
      for block in blocks {
        let isTheirs = ["// SwiftData", "// GRDB", "// sqlite-data"].contains {
          block.text.hasPrefix($0)
        }
        #expect(isTheirs, "\(page.lastPathComponent), line \(block.line)")
      }
    }
  }

  @Test func `the pages that are looked at are there`() throws {
    #expect(Self.pages.contains { $0.lastPathComponent == "GettingStarted.md" })
    #expect(try Self.snippets().count > 10)
  }
}
