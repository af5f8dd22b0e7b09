import Daybook
import DaybookInspector
import Foundation
import TemporaryFolders
import Testing

/// Pages as HTML, without a server.
struct InspectorPageTests {
  private let pantry: Pantry
  private let pages: Inspector

  init() throws {
    pantry = try Pantry()
    pages = pantry.inspector(JarTool.self)
  }

  // MARK: The log

  @Test func `the log says what was done, the newest first, and what was taken back`() async {
    let page = await pages.get("log")
    #expect(page.status == 200)
    let numbers = page.words.matches(of: /([1-6]) today/).map { String($0.output.1) }
    #expect(numbers == ["6", "5", "4", "3", "2", "1"])
    #expect(page.words.contains("4 today 09:46 Ada takes back 3"))
    #expect(page.words.contains("taken back"))
  }

  @Test(
    arguments: [
      ("author:Ben", ["2"]), ("-author:Ada", ["6", "5", "2"]),
      ("author:Ada author:Ben", ["4", "3", "2", "1"]),
      ("kind:jar author:Eva", ["6"]), ("event:jar.event author:Ben", ["2"]), ("origin:remote", []),
      ("from:tomorrow", nil), ("from:2026-11-26 author:Ben", []), ("to:today author:Ben", ["2"]),
      ("cups", nil), ("author:\"Ada\" kind:jar", ["4", "3", "1"]), ("from:5000-01-01", []),
      ("to:0001-01-01", []),
    ] as [(String, [String]?)])
  func `a filter is one field, and its words are told when they are wrong`(
    _ filter: String, _ numbers: [String]?
  ) async throws {
    let query = try #require(filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let page = await pages.get("log?q=\(query)")
    guard let numbers else {
      #expect(page.status == 400)
      #expect(page.words.contains("is no filter; there is kind:KIND"))
      return
    }
    #expect(page.status == 200)
    #expect(page.words.matches(of: /([1-6]) today/).map { String($0.output.1) } == numbers)
  }

  @Test(arguments: [
    ("author:Anna Maria", "“Maria” is no filter", "author:&quot;Anna Maria&quot;"),
    ("kind:jar -author:Anna Maria Lee", "“Maria” is", "-author:&quot;Anna Maria Lee&quot;"),
    ("author:Ada kind:jar cups", "“cups” is no filter", "; there is kind:KIND"),
    ("cups jars", "“cups” is no filter", "; there is kind:KIND"),
  ])
  func `a name with a blank and without quotes is told to need them`(
    _ filter: String, _ problem: String, _ wayOut: String
  ) async throws {
    let query = try #require(filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let page = await pages.get("log?q=\(query)")
    #expect(page.status == 400)
    #expect(page.words.contains(problem) && page.words.contains(wayOut), "\(page.words)")
  }

  @Test func `a kind that is not there is told, with the one that was meant`() async throws {
    for address in ["log?q=kind%3Ajarr", "news?after=6&q=kind%3Ajarr"] {
      let page = await pages.get(address)
      #expect(page.status == 400)
      #expect(page.words.contains("there is no kind jarr; there is jar"))
      #expect(page.words.contains("did you mean jar?"))
    }
    // Who does not know the app's types names kinds as they are stored.
    let folder = try TemporaryFolder(inMemory: true)
    let stranger = pantry.inspector(AnyTool.self, of: try pantry.stranger(in: folder.path))
    #expect(await stranger.get("log?q=kind%3Ajar").numbers == [6, 5, 4, 3, 2, 1])
    #expect(await stranger.get("log?q=kind%3Afeed").status == 400)
  }

  @Test func `the log goes on page by page, by numbers`() async throws {
    for grams in 0..<120 { try pantry.weigh("Ada", 0, grams) }
    var (address, seen) = ("log", [UInt64]())
    while true {
      let page = await pages.get(address)
      seen += page.numbers
      guard let next = page.text.firstMatch(of: /<a href="(log\?through=\d+)" rel="next"/) else {
        break
      }
      address = String(next.output.1)
    }
    #expect(seen == Array((1...126).reversed()))
  }

  @Test(.timeLimit(.minutes(5)))
  func `news come to who waits, and no read is open while they wait`() async throws {
    async let answer = pages.get("news?after=6&q=author%3ABen")
    try pantry.weigh("Ada", 0, 1)
    // It may be looking right now; a read that stayed open would outlast its patience, and Ben's
    // would be no news.
    while try !pantry.store.openReads().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    try pantry.weigh("Ben", 0, 2)
    let page = await answer
    #expect(page.text.contains("data-after=\"8\""))
    #expect(page.words.contains("8 today 09:46 Ben"))
    #expect(!page.words.contains("7 today"))
  }

  @Test func `of many news that came at once none is left out`() async throws {
    for grams in 0..<120 { try pantry.weigh("Ada", 0, grams) }
    var (after, seen) = ("6", [UInt64]())
    while seen.count < 120 {
      let page = await pages.get("news?after=\(after)")
      seen += page.numbers.reversed()
      after = String(try #require(page.text.firstMatch(of: /data-after="(\d+)"/)).output.1)
      #expect(page.text.contains("data-more") == (seen.count < 120))
    }
    #expect(seen == Array(7...126))
  }

  @Test func `a day of 25 hours is one day, to its end`() async throws {
    // 2026-10-25 22:15 in UTC, 23:15 on the clocks that were put back that morning.
    let pantry = try Pantry(at: Date(timeIntervalSince1970: 1_792_966_500))
    let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
    let pages = pantry.inspector(JarTool.self, zone: zone)
    #expect(await pages.get("log?q=to%3A2026-10-25").numbers == [6, 5, 4, 3, 2, 1])
    #expect(await pages.get("log?q=from%3Atoday").words.contains("1 today 23:15"))
    #expect(await pages.get("log?q=from%3Ayesterday%20to%3Ayesterday").numbers == [])
  }

  @Test func `a transaction shows what it changed, and its events with fields and bytes`() async {
    let page = await pages.get("transaction?n=2")
    #expect(page.words.contains("changed grams 15 → 150"))
    #expect(page.words.contains("jar.event"))
    #expect(page.text.contains("<code class=\"bytes\">0x"))
    #expect(await pages.get("transaction?n=99").status == 404)
    #expect(await pages.get("transaction?n=x").status == 400)
  }

  @Test func `an event's fields stand under their names, and by number for who has no types`()
    async throws
  {
    #expect(await pages.get("transaction?n=2").text.contains("<dt>weighed</dt><dd>150</dd>"))
    let put = await pages.get("transaction?n=1").text
    #expect(put.contains("<dt>shelf</dt><dd>top</dd>"))
    #expect(put.contains("<dt>grams</dt><dd>15</dd>"))
    let thing = await pages.get("entity?kind=jar&id=\(pantry.jars[0].uuidString)").text
    #expect(thing.contains("<dt>weighed</dt><dd>20</dd>"))
    let folder = try TemporaryFolder(inMemory: true)
    let stranger = pantry.inspector(AnyTool.self, of: try pantry.stranger(in: folder.path))
    let unknown = await stranger.get("transaction?n=2").text
    #expect(unknown.contains("<dt>1</dt>") && !unknown.contains("<dt>weighed</dt>"))
  }

  // MARK: Things

  @Test func `a thing's properties say who set them, and its events where they fold`() async {
    let page = await pages.get("entity?kind=jar&id=\(pantry.jars[0].uuidString)")
    #expect(page.words.contains("grams 150 Ben, today 09:46 , transaction 2"))
    #expect(page.words.contains("3 versions"))
    // Eva's came last and stands before the others.
    #expect(page.words.contains("came late"))
    let events = page.words.split(separator: "as they fold").last ?? ""
    #expect(events.firstRange(of: "weighed")!.lowerBound < events.firstRange(of: "put")!.lowerBound)
  }

  @Test func `how many things there are is right after each commit, and after a purge`()
    async throws
  {
    var ids = pantry.jars
    func count() async throws -> Int? {
      let words = await pages.get("entities").words
      let number = try #require(words.firstMatch(of: /jar (\d+) jar by revision/))
      return Int(number.output.1)
    }
    #expect(try await count() == 3)
    for step in 0..<12 {
      // Some are new, by two events at once; others are known.
      let added = (0..<step % 3).map { _ in UUID() }
      ids += added
      let thrown = ids[step % ids.count]
      try await pantry.store.append { draft in
        for id in added {
          try draft.append(.put(shelf: "top", grams: step), to: Jar.self, id)
          try draft.append(.weighed(step), to: Jar.self, id)
        }
        try draft.append(.thrown, to: Jar.self, thrown)
      }
      #expect(try await count() == ids.count, "step \(step)")
    }
    try await pantry.store.undo(transaction: 12)
    #expect(try await count() == ids.count)
    let token = try pantry.store.read { try $0.token() }
    try await pantry.store.purge(before: token, forced: true)
    try pantry.weigh("Ada", 0, 1)
    #expect(try await count() == ids.count)
  }

  @Test func `a thing's versions and events are all there, page by page`() async throws {
    for grams in 0..<120 { try pantry.weigh("Ada", 0, grams) }
    let page = await pages.get("entity?kind=jar&id=\(pantry.jars[0].uuidString)")
    #expect(page.words.contains("123 events, as they fold"))
    let words = page.words.matches(of: /These are 24 to 123 of 123, counted from the oldest/)
    #expect(words.count == 2)
    let events = await pages.get(try #require(page.link("Older events")))
    #expect(events.words.contains("These are 1 to 23 of 123"))
    #expect(events.words.contains("put"))
    #expect(events.link("Older events") == nil)
    let versions = await pages.get(try #require(page.link("Older versions")))
    #expect(versions.words.contains("These are 1 to 23 of 123"))
    #expect(versions.link("Older versions") == nil)
  }

  @Test func `kinds are counted, and things listed page by page`() async throws {
    #expect(await pages.get("entities").words.contains("jar 3 jar by revision"))
    let page = await pages.get("entities?kind=jar")
    for jar in pantry.jars { #expect(page.text.contains(jar.uuidString)) }
    #expect(await pages.get("entities?kind=spoon").status == 400)
  }

  // MARK: Views

  @Test func `rows lead to why, which adds up and says what does not count`() async throws {
    let table = await pages.get("view?name=jars.gramsPerShelf")
    let link = try #require(table.text.firstMatch(of: /href="(why\?[^"]+)"/)?.output.1)
    let page = await pages.get(String(link).replacing("&amp;", with: "&"))
    #expect(page.words.contains("Why top"))
    #expect(page.words.contains("✓ Adds up: 2 things give exactly this row."))
    #expect(page.words.contains("Not counted"))
    #expect(page.words.contains("taken back by Ada, today 09:46 , transaction 4"))
    #expect(page.words.contains("Ben, today 09:46 ( 2 ): grams"))
  }

  @Test func `a tool without the app's views shows rows, and says that it cannot tell why`()
    async throws
  {
    let folder = try TemporaryFolder(inMemory: true)
    let pages = pantry.inspector(AnyTool.self, of: try pantry.stranger(in: folder.path))
    let table = await pages.get("view?name=jars.gramsPerShelf")
    #expect(table.words.contains("top"))
    let link = try #require(table.text.firstMatch(of: /href="(why\?[^"]+)"/)?.output.1)
    let page = await pages.get(String(link).replacing("&amp;", with: "&"))
    #expect(page.status == 200)
    #expect(page.words.contains("does not know the app's views"))
    let past = await pages.get("time?n=1&view=jars.gramsPerShelf")
    #expect(past.words.contains("cannot build the rows of an earlier time"))
  }

  @Test func `keys and rows of the app's types are told in the tool's words, as at a terminal`()
    async throws
  {
    let store = try EventStore.temporary(schema: LabelTool.schema)
    let jar = pantry.jars[0]
    try await store.append { try $0.append(.put(shelf: "top", grams: 5), to: Jar.self, jar) }
    let labels = pantry.inspector(LabelTool.self, of: store)
    let page = await labels.get("view?name=jars.labels")
    let name = LabelTool.called(jar)
    #expect(page.words.contains("top · \(name) 5 \(name)"))
    #expect(page.text.contains(#"data-name="jar""#))
    let why = await labels.get(try #require(page.link("top")))
    #expect(why.words.contains("Why top · \(name)"))
  }

  @Test func `keys are found by what they begin with`() async throws {
    try pantry.put("Ada", 1, 5, shelf: "low")
    let found = await pages.get("view?name=jars.gramsPerShelf&prefix=lo")
    #expect(found.words.contains("low"))
    #expect(!found.words.contains("top"))
    let bytes = await pages.get("view?name=jars.gramsPerShelf&prefix=0x746f")
    #expect(bytes.words.contains("top"))
  }

  @Test func `a number that keys begin with has the width of their type`() async throws {
    let found = await pages.get("view?name=jars.byGrams&prefix=30")
    #expect(found.words.contains("30 · "))
    #expect(!found.words.contains("150 · "))
    #expect(await pages.get("view?name=jars.byGrams&prefix=3000000000").status == 400)
  }

  // MARK: Time

  @Test func `a thing and a view are shown as they were, beside what is now`() async throws {
    let thing = await pages.get("time?n=1&kind=jar&id=\(pantry.jars[0].uuidString)")
    #expect(thing.words.contains("grams 15 150"))
    let view = await pages.get("time?n=3&view=jars.gramsPerShelf")
    #expect(view.words.contains("1 row of these 1 is different now."))
    let same = await pages.get("time?n=6&view=jars.gramsPerShelf")
    #expect(same.words.contains("These rows are as they are now."))
  }

  // MARK: Two stores

  @Test func `two stores show what each lacks, and the rows that differ`() async throws {
    let copy = try pantry.copy()
    try pantry.weigh("Ada", 2, 31)
    let pages = pantry.inspector(JarTool.self, beside: copy)
    let page = await pages.get("stores")
    #expect(page.words.contains("1 only here"))
    #expect(page.words.contains("differs"))
    let rows = await pages.get("stores?view=jars.gramsPerShelf")
    #expect(rows.words.contains("top"))
    let equal = pantry.inspector(JarTool.self, beside: try pantry.copy())
    #expect(await equal.get("stores").words.contains("Both stores hold the same."))
    #expect(await equal.get("stores?view=jars.gramsPerShelf").words.contains("No row differs."))
    #expect(await self.pages.get("stores").words.contains("There is one store here."))
  }

  @Test func `a page says that the files of its store were replaced or removed`() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let pages = pantry.inspector(AnyTool.self, of: try pantry.stranger(in: folder.path))
    #expect(!(await pages.get("log")).words.contains("nobody else can find"))
    let file = folder.path + "/copy/data.mdb"
    try FileManager.default.moveItem(atPath: file, toPath: folder.path + "/before")
    try FileManager.default.copyItem(atPath: folder.path + "/before", toPath: file)
    for address in ["log", "views", "transaction?n=1"] {
      let page = await pages.get(address)
      #expect(page.status == 200)
      #expect(page.words.contains("This page shows what nobody else can find: the files of"))
    }
  }

  // MARK: Health

  @Test func `health tells of sizes and verification`() async throws {
    let page = await pages.get("health")
    #expect(page.words.contains("transactions 6"))
    #expect(page.words.contains("jars.gramsPerShelf"))
    let verified = await pages.get("health?verify=1")
    #expect(verified.words.contains("Everything that is stored is sound."))
  }
}
