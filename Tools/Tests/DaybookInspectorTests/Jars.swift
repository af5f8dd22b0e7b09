import ArgumentParser
import Daybook
import DaybookInspector
import DaybookTool
import Foundation

/// Jars on shelves: the app whose store is inspected.
struct Jar: Entity, FieldPayload {
  static let kind = "jar"
  static let propertyNames = [1: "shelf", 2: "grams"]
  var shelf = ""
  var grams = 0

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &shelf)
    try field(2, &grams)
  }

  static func fold(_ state: inout Jar?, _ event: JarEvent) throws {
    switch event {
    case .put(let shelf, let grams):
      var jar = Jar()
      (jar.shelf, jar.grams) = (shelf, grams)
      state = jar
    case .weighed(let grams) where grams < 0: throw WeighsNothing()
    case .weighed(let grams): state?.grams = grams
    case .thrown: state = nil
    }
  }

  private struct WeighsNothing: Error, CustomStringConvertible {
    let description = "weighs less than nothing"
  }
}

/// A jar in an app that weighs anything.
struct LaxJar: Entity, CodablePayload {
  static let kind = Jar.kind

  static func fold(_ state: inout LaxJar?, _ event: JarEvent) { state = LaxJar() }
}

enum JarEvent: CodableEntityEvent {
  static let type = EventType("jar.event")
  case put(shelf: String, grams: Int)
  case weighed(Int)
  case thrown
}

/// The grams of each shelf.
struct GramsPerShelf: Totals {
  static let name = "jars.gramsPerShelf"
  static func group(_ jar: Stamped<Jar>) -> String? { jar.state.shelf }
  static func amount(_ jar: Stamped<Jar>) -> Int64 { Int64(jar.state.grams) }
}

/// The jars by their grams.
struct JarsByGrams: Index {
  static let name = "jars.byGrams"
  static func key(_ jar: Stamped<Jar>) -> Key2<Int32, ID<Jar>>? {
    Key2(Int32(clamping: jar.state.grams), jar.id)
  }
}

struct JarTool: StoreTool {
  static let schema =
    Schema().entity(Jar.self).projection(GramsPerShelf()).projection(JarsByGrams())
}

/// The key of a label, in the order in which jars stand.
struct LabelKey: CompositeKey {
  typealias First = String
  typealias Rest = ID<Jar>
  let shelf: String
  let jar: ID<Jar>

  init(_ shelf: String, _ jar: ID<Jar>) { (self.shelf, self.jar) = (shelf, jar) }

  init(from reader: inout KeyReader) throws {
    shelf = try reader.string()
    jar = try ID<Jar>(from: &reader)
  }

  func encode(into writer: inout KeyWriter) {
    writer.string(shelf)
    jar.encode(into: &writer)
  }
}

/// A label; no bytes at all are none.
struct JarLabel: CodablePayload {
  var grams: Int
  var jar: ID<Jar>
}

struct JarLabels: Index {
  static let name = "jars.labels"
  static func key(_ jar: Stamped<Jar>) -> LabelKey? { LabelKey(jar.state.shelf, jar.id) }
  static func row(_ jar: Stamped<Jar>) -> JarLabel {
    JarLabel(grams: jar.state.grams, jar: jar.id)
  }
}

/// A tool with a name for every jar.
struct LabelTool: StoreTool {
  static let schema = Schema().entity(Jar.self).projection(JarLabels())

  static func called(_ jar: UUID) -> String { "jar \(jar.uuidString.prefix(4))" }
  static func name(of id: UUID, _ screen: PlainScreen) -> String? { called(id) }
}

/// A tool that knows no schema.
struct AnyTool: StoreTool {
  static let schema = Schema()
}

/// A store of jars whose pages are looked at.
struct Pantry {
  static let start = Date(timeIntervalSince1970: 1_795_600_000)
  let store: EventStore
  let jars: [UUID]
  private let now: Date

  /// Three jars: Ada's rice, which Ben weighed again and Eva, late, before him; Ada's oats, which
  /// she took back; and salt by somebody whose name is no text for a page.
  init(at now: Date = Self.start) throws {
    jars = (0..<3).map { _ in UUID() }
    self.now = now
    var options = StoreOptions()
    options.now = { now }
    store = try EventStore.temporary(schema: JarTool.schema, options: options)
    try put("Ada", 0, 15)
    try weigh("Ben", 0, 150)
    try put("Ada", 1, 90)
    try store.undo(transaction: 3, by: "Ada")
    try put(Self.hostile, 2, 30)
    try store.append(
      author: "Eva", stamp: HybridTime(now.addingTimeInterval(-3600))
    ) { [jars] in try $0.append(.weighed(20), to: Jar.self, jars[0]) }
  }

  static let hostile = "<script>alert('\"')</script>"

  func put(_ author: String, _ jar: Int, _ grams: Int, shelf: String = "top") throws {
    let id = jars[jar]
    try store.append(author: author) {
      try $0.append(.put(shelf: shelf, grams: grams), to: Jar.self, id)
    }
  }

  func weigh(_ author: String, _ jar: Int, _ grams: Int) throws {
    let id = jars[jar]
    try store.append(author: author) { try $0.append(.weighed(grams), to: Jar.self, id) }
  }

  /// The store as it is now, apart.
  func copy() throws -> EventStore { try store.privateCopy() }

  /// The store as a tool opens it that does not know the app.
  func stranger(in folder: String) throws -> EventStore {
    _ = try store.copy(to: folder + "/copy")
    return try EventStore.open(at: folder + "/copy", schema: Schema())
  }

  /// The pages, by the words of a tool.
  func inspector<Tool: StoreTool>(
    _ tool: Tool.Type, beside other: EventStore? = nil, writing: Inspector.Writing? = nil,
    of store: EventStore? = nil, zone: TimeZone = .gmt
  ) -> Inspector where Tool.Screen == PlainScreen {
    let (shown, now) = (store ?? self.store, now)
    return Inspector(
      shown, beside: other.map { ($0, "the other") }, writing: writing, patience: .seconds(60)
    ) {
      ToolWords<Tool>(
        shown, PlainScreen(Tool.schema, words: [], zone: zone, now: now))
    }
  }
}

extension Inspector {
  /// A page by its address.
  func get(_ address: String) async -> InspectorPage {
    let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
    return await answer(
      InspectorRequest(.get, parts.first ?? "", query: parts.count > 1 ? parts[1] : ""))
  }
}

extension InspectorPage {
  /// The numbers of the transactions that its rows lead to, from above.
  var numbers: [UInt64] {
    text.matches(of: /<tr[^>]*><td class="number"><a href="transaction\?n=(\d+)"/)
      .compactMap { UInt64($0.output.1) }
  }

  /// The ids of the jars that it leads to, from above.
  var jars: [String] {
    text.matches(of: /entity\?kind=jar&amp;id=([0-9A-F-]+)/).map { String($0.output.1) }
  }

  /// The address of a link whose text begins so; nil for none.
  func link(_ title: String) -> String? {
    text.matches(of: /<a href="([^"]+)"[^>]*>([^<]*)/)
      .first { $0.output.2.hasPrefix(title) }
      .map { String($0.output.1).replacing("&amp;", with: "&") }
  }

  /// What people read: without markup, with single spaces.
  var words: String {
    var (text, isMarkup) = ("", false)
    for character in self.text {
      switch character {
      case "<": isMarkup = true
      case ">":
        isMarkup = false
        text.append(" ")
      default: if !isMarkup { text.append(character) }
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
