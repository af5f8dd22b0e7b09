import Daybook
import DaybookInspector
import Foundation
import Testing

/// Why a row of a view is as it is, in the browser.
struct InspectorWhyTests {
  private let pantry: Pantry
  private let pages: Inspector

  init() throws {
    pantry = try Pantry()
    pages = pantry.inspector(JarTool.self)
  }

  private func shelf() async throws -> InspectorPage {
    let table = await pages.get("view?name=jars.gramsPerShelf")
    return await pages.get(try #require(table.link("top")))
  }

  /// The jars of a list, which the links of a title go on with.
  private func all(_ title: String, _ first: InspectorPage) async throws -> [String] {
    var (page, found) = (first, [String]())
    while let link = page.link(title) {
      page = await pages.get(link)
      #expect(page.status == 200)
      #expect(!page.jars.isEmpty)
      found += page.jars
    }
    return found
  }

  /// Puts jars on the shelf, and takes every second one back.
  private func fill(_ jars: [UUID]) throws {
    for (number, id) in jars.enumerated() {
      try pantry.store.append(author: "Ada") {
        try $0.append(.put(shelf: "top", grams: number), to: Jar.self, id)
      }
      if number % 2 == 1 { try pantry.store.undo(by: "Ada") }
    }
  }

  @Test func `what gives and what does not count are all there, page by page`() async throws {
    let jars = (0..<240).map { _ in UUID() }
    try fill(jars)
    let first = try await shelf()
    #expect(first.words.contains("✓ Adds up: more than 50 things give exactly this row."))
    let later = try await all("More that gives to it", first)
    let lost = try await all("More that does not count", first)
    #expect(Set(first.jars + later + lost).isSuperset(of: jars.map(\.uuidString)))
    #expect(first.jars.count == 100 && later.count == 122 - 50 && lost.count == 121 - 50)
    #expect(Set(first.jars + later + lost).count == 243)
  }

  @Test func `a thing that lacks events which were left out is marked`() async throws {
    let before = try await shelf()
    #expect(!before.words.contains("events left out"))
    var options = StoreOptions()
    options.now = { Pantry.start }
    let elsewhere = try EventStore.temporary(
      schema: Schema().entity(LaxJar.self), options: options)
    try await elsewhere.append(author: "Ben") { [jar = pantry.jars[0]] in
      try $0.append(.weighed(-1), to: LaxJar.self, jar)
    }
    let message = try elsewhere.read { try $0.message(of: 1) }
    try await pantry.store.absorb(#require(message))
    let anew = try #require(try await shelf().link("Find out anew"))
    #expect(await pages.get(anew).words.contains("events left out"))
  }

  @Test func `the stored row is told by the names of its fields`() async throws {
    let page = try await shelf()
    #expect(page.text.contains("<dt>count</dt><dd>2</dd>"))
    #expect(page.text.contains("<dt>sum</dt><dd>180</dd>"))
  }

  @Test func `a page of a list leads back to the sum, and an odd one is told`() async throws {
    let table = await pages.get("view?name=jars.gramsPerShelf")
    let why = try #require(table.link("top"))
    let page = await pages.get("\(why)&part=omitted&after=0x00")
    #expect(page.link("From the beginning") == why && !page.words.contains("Adds up"))
    #expect(await pages.get("\(why)&part=none").status == 400)
    #expect(await pages.get("\(why)&part=given&after=x").status == 400)
  }

  @Test func `what is found out anew is kept for the next page that asks for the same`()
    async throws
  {
    _ = try await shelf()
    try pantry.weigh("Ada", 2, 31)
    let old = try await shelf()
    #expect(old.words.contains("As of transaction 6 ; since then 1 transaction."))
    let link = try #require(old.link("Find out anew"))
    for _ in 0..<2 {
      let fresh = await pages.get(link)
      #expect(fresh.words.contains("Adds up") && !fresh.words.contains("since then"))
    }
    #expect(await pages.get("\(link)000").words.contains("Adds up"))
  }
}
