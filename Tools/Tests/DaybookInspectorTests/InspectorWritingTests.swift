import Daybook
import DaybookInspector
import Foundation
import Testing

/// What changes a store, and what never does.
struct InspectorWritingTests {
  private let pantry: Pantry

  init() throws { pantry = try Pantry() }

  private var newest: UInt64 {
    get throws { try pantry.store.read { try $0.token().number } }
  }

  @Test(arguments: [
    "undo?n=5", "redo?n=3", "log", "news?after=1", "health?verify=1", "transaction?n=5",
  ])
  func `looking changes nothing`(_ address: String) async throws {
    let writing = Inspector.Writing(secret: "s", author: "Eva")
    let page = await pantry.inspector(JarTool.self, writing: writing).get(address)
    #expect(page.status == 200)
    #expect(try newest == 6)
  }

  @Test func `without leave pages neither offer to take back nor do it`() async throws {
    let pages = pantry.inspector(JarTool.self)
    #expect(!(await pages.get("transaction?n=5").text.contains("undo?n=")))
    #expect(await pages.get("undo?n=5").status == 403)
    let answer = await pages.answer(InspectorRequest(.post, "undo", form: "n=5&secret="))
    #expect(answer.status == 403)
    #expect(try newest == 6)
  }

  @Test(arguments: [
    "", "n=5", "n=5&secret=", "n=5&secret=other", "secret=s", "n=x&secret=s", "n=99&secret=s",
  ])
  func `a form that no page of this run has made does nothing`(_ form: String) async throws {
    let writing = Inspector.Writing(secret: "s", author: "Eva")
    let pages = pantry.inspector(JarTool.self, writing: writing)
    #expect(await pages.answer(InspectorRequest(.post, "undo", form: form)).status >= 400)
    #expect(try newest == 6)
  }

  @Test func `a transaction is taken back and brought back, as said before`() async throws {
    let writing = Inspector.Writing(secret: "s", author: "Eva")
    let pages = pantry.inspector(JarTool.self, writing: writing)
    let preview = await pages.get("undo?n=2")
    #expect(preview.words.contains("This takes back 1 transaction: 2"))
    #expect(preview.words.contains("grams 150 → 15"))
    let done = await pages.answer(InspectorRequest(.post, "undo", form: "n=2&secret=s"))
    #expect(done.status == 303)
    #expect(done.location == "transaction?n=7")
    let log = await pages.get("log")
    #expect(log.words.contains("7 today 09:46 Eva takes back 2"))
    let back = await pages.answer(InspectorRequest(.post, "redo", form: "n=2&secret=s"))
    #expect(back.status == 303)
    let jar = pantry.jars[0]
    #expect(try pantry.store.read { try $0.entity(Jar.self, jar) }?.grams == 150)
  }

  @Test(arguments: [
    "log", "transaction?n=5", "transaction?n=1", "entities", "entities?kind=jar", "views",
    "view?name=jars.gramsPerShelf", "health", "time?n=5", "time?n=5&view=jars.gramsPerShelf",
    "log?q=%3Cscript%3E", "view?name=%3Cscript%3E", "entity?kind=%3Cscript%3E&id=x",
    "%3Cscript%3E", "news?after=1",
  ])
  func `hostile names, filters and addresses are text on every page`(_ address: String) async throws
  {
    try pantry.put("<img src=x onerror=y>", 1, 1, shelf: "<script>\"'</script>")
    let writing = Inspector.Writing(secret: "s", author: nil)
    let page = await pantry.inspector(JarTool.self, writing: writing).get(address)
    #expect(!page.text.contains("<script>"))
    #expect(!page.text.contains("<img"))
    let scripts = page.text.matches(of: /<script/).count
    #expect(scripts == (page.text.contains("<!DOCTYPE") ? 1 : 0))
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `no request that nobody would make ends it, or holds a read`(_ seed: UInt64) async throws {
    let pages = pantry.inspector(JarTool.self)
    let known = [
      "log?q=kind:jar&through=4", "transaction?n=2&from=0", "entities?kind=jar&after=\(UUID())",
      "entity?kind=jar&id=\(pantry.jars[0])", "view?name=jars.gramsPerShelf&after=0x00&prefix=top",
      "why?view=jars.gramsPerShelf&key=0x746f7000", "time?n=3&view=jars.gramsPerShelf",
      "stores", "health", "undo?n=2", "style.css",
    ]
    let rounds = ProcessInfo.processInfo.environment["DAYBOOK_INSPECTOR_REQUESTS"].flatMap(Int.init)
    var random = SeededBytes(seed)
    for _ in 0..<(rounds ?? 300) {
      let address = random.mutated(known[random.below(known.count)])
      if address.hasPrefix("news") { continue }
      let page = await pages.get(address)
      #expect([200, 303, 400, 403, 404, 500].contains(page.status), "\(address)")
      #expect(page.status != 500, "\(address): \(page.words)")
    }
    #expect(try pantry.store.openReads().isEmpty)
    #expect(try newest == 6)
  }
}

/// Random addresses that follow from a seed.
private struct SeededBytes {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(count))
  }

  /// A text with some bytes changed, added or left out.
  mutating func mutated(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...below(4) {
      let place = below(max(1, bytes.count))
      switch below(4) {
      case 0 where !bytes.isEmpty: bytes.remove(at: place)
      case 1: bytes.insert(UInt8(below(256)), at: min(place, bytes.count))
      case 2 where !bytes.isEmpty: bytes[place] = UInt8(below(128))
      default: bytes += Array("&n=\(UInt64.max - UInt64(below(3)))".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
