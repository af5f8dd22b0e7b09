import Daybook
import DaybookInspector
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

/// Who wrote what in a shared store.
struct InspectorWriterTests {
  private let pantry: Pantry
  private let pages: Inspector
  private let folder: TemporaryFolder

  /// Cleo shares her store, and weighs a jar in an app that names no author.
  init() async throws {
    pantry = try Pantry()
    pages = pantry.inspector(JarTool.self)
    folder = try TemporaryFolder(inMemory: true)
    let key = try ReplicaKey.load(at: folder.path("key"), creating: true)
    let cleo = try Replication(of: pantry.store, key: key)
    try await cleo.createSpace(named: "Pantry", member: "Cleo")
    try await pantry.store.append { [jar = pantry.jars[0]] in
      try $0.append(.weighed(7), to: Jar.self, jar)
    }
  }

  @Test(
    arguments: [
      ("author:Cleo", [8, 7]), ("-author:Cleo", [6, 5, 4, 3, 2, 1]), ("author:nobody", []),
      ("-author:nobody", [8, 7, 6, 5, 4, 3, 2, 1]), ("author:Ben", [2]),
      ("author:Cleo author:Ben", [8, 7, 2]), ("author:Cleo kind:jar", [8]),
    ] as [(String, [UInt64])])
  func `a filter finds what a member wrote without an author`(
    _ filter: String, _ numbers: [UInt64]
  ) async throws {
    let query = try #require(filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let page = await pages.get("log?q=\(query)")
    #expect(page.numbers == numbers)
  }

  @Test(arguments: [
    ("author%3Acleo", "Ada, Ben, Cleo, Eva; did you mean Cleo?"),
    ("author%3Anobody", "There is nothing of this kind here."),
    ("author%3ABen%20from%3A2026-11-26", "There is nothing of this kind here."),
  ])
  func `where a filter finds nothing by an author, the log names those who have written`(
    _ query: String, _ words: String
  ) async {
    let page = await pages.get("log?q=\(query)")
    #expect(page.words.contains(words), "\(page.words)")
    #expect(!page.words.contains("?."), "\(page.words)")
  }

  @Test(arguments: [
    ("log", "8 today 09:46 Cleo"), ("transaction?n=8", "who Cleo"), ("time?n=8", ", Cleo: "),
  ])
  func `pages name the member who wrote without an author`(
    _ address: String, _ words: String
  ) async {
    let page = await pages.get(address)
    #expect(page.words.contains(words), "\(page.words)")
  }

  @Test func `a thing's page names the member beside what was set`() async {
    let page = await pages.get("entity?kind=jar&id=\(pantry.jars[0].uuidString)")
    #expect(page.words.contains("Cleo, today 09:46"), "\(page.words)")
  }
}
