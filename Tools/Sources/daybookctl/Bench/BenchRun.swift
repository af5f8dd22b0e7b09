import Daybook
import DaybookTool
import Foundation
import Nursery
import NurseryHousehold

/// Measures everything, one after the other, in stores of a made-up family.
struct BenchRun {
  /// How often what takes long is done; the median counts.
  private static let rounds = 3
  private static let (warmUp, single, few, many) = (20, 400, 1_024, 6_400)

  private let events: Int
  private let folder: BenchFolder
  private let schema: Schema
  private var values: [Measure: Double] = [:]
  /// Entries that can be written in any order, after the data set.
  private var rest: ArraySlice<HouseholdStep> = []

  init(events: Int, in folder: BenchFolder) throws {
    (self.events, self.folder) = (events, folder)
    schema = try .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam"))
  }

  /// Measures, and leaves the stores in the folder.
  mutating func figures() async throws -> Figures {
    let store = try filled()
    try read(store)
    try check(store)
    try appendSingly(store)
    Terminal.activity("appending by many callers") {}
    values[.callers8] = try await append(Self.few, to: store, callers: 8)
    values[.callers64] = try await append(Self.many, to: store, callers: 64)
    try await store.close()
    try openCold(store.path)
    return Figures(events: events, values: values)
  }

  // MARK: Steps

  /// Fills a new store some times over, and opens the last one again.
  private mutating func filled() throws -> EventStore {
    let entries = Terminal.activity("making up a family") {
      rest = Dataset(entries: 2 * (Self.warmUp + Self.single) + Self.few + Self.many).steps[...]
      return Dataset(events: events).steps.map(DatasetEntry.of)
    }
    let path = folder.store("family")
    var rates: [Double] = []
    for _ in 0..<Self.rounds {
      if !rates.isEmpty { try FileManager.default.removeItem(atPath: path) }
      let store = try open(path)
      let seconds = try Terminal.activity("appending") {
        try Self.seconds {
          try DatasetWriting.append(entries, to: store, batch: 1_000)
        }
      }
      rates.append(Double(entries.count) / seconds)
      try store.close()
    }
    values[.batches] = Self.median(rates)
    values[.bytes] = try Double(Self.size(path)) / Double(events)
    return try open(path)
  }

  private mutating func read(_ store: EventStore) throws {
    try Terminal.activity("reading") {
      let keys = try DatasetReading.totalKeys(store)
      var lottery = Lottery()
      values[.dayPage] = try Self.microseconds(100) { try DatasetReading.dayPage(store) }
      values[.point] = try Self.microseconds(2_000) {
        try DatasetReading.totals(store, at: keys[lottery.draw(below: keys.count)])
      }
      values[.eventsOfType] = try Self.microseconds(5) { try DatasetReading.eventsOfType(store) }
      values[.word] = try Self.microseconds(20) { try DatasetReading.entriesWithWord(store) }
    }
  }

  private mutating func check(_ store: EventStore) throws {
    func rate(_ body: () throws -> Void) throws -> Double {
      let seconds = try (0..<Self.rounds).map { _ in try Self.seconds(body) }
      return Double(events) / Self.median(seconds)
    }
    values[.verify] = try Terminal.activity("verifying") {
      try rate {
        guard try store.verify().ok else {
          throw StoreError(.damaged, "the store that was just written is damaged")
        }
      }
    }
    values[.rebuild] = try Terminal.activity("rebuilding") { try rate { try store.rebuild() } }
  }

  private mutating func appendSingly(_ store: EventStore) throws {
    let durable = try Terminal.activity("appending one by one") { try times(.durable, store) }
    values[.durable] = durable[durable.count / 2]
    values[.durableSlowest] = durable[durable.count * 99 / 100]
    let relaxed = try times(.relaxed, store)
    values[.relaxed] = relaxed[relaxed.count / 2]
  }

  /// What each of some appends took, in microseconds, the least first.
  private mutating func times(_ durability: Durability, _ store: EventStore) throws -> [Double] {
    var taken: [Double] = []
    // The first ones learn names and pages.
    for (number, step) in next(Self.warmUp + Self.single).enumerated() {
      let seconds = try Self.seconds {
        try store.append(author: "Ada", durability: durability) { try step.apply(to: &$0) }
      }
      if number >= Self.warmUp { taken.append(seconds * 1e6) }
    }
    return taken.sorted()
  }

  private mutating func append(
    _ count: Int, to store: EventStore, callers: Int
  ) async throws -> Double {
    let steps = next(count)
    let start = ContinuousClock.now
    try await DatasetWriting.append(steps, to: store, callers: callers)
    return Double(count) / ((.now - start) / .seconds(1))
  }

  private mutating func openCold(_ path: String) throws {
    let taken = try (0..<5).map { _ in
      try Eviction.evict(path)
      var opened: EventStore?
      let seconds = try Self.seconds {
        let store = try open(path, pageChecks: .inBackground)
        opened = store
        _ = try DatasetReading.firstView(store)
      }
      try opened?.close()
      return seconds * 1e3
    }
    values[.coldOpen] = Self.median(taken)
  }

  // MARK: Helpers

  /// The next entries that no store has yet.
  private mutating func next(_ count: Int) -> [HouseholdStep] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private func open(
    _ path: String, pageChecks: StoreOptions.PageChecks = .atOpen
  ) throws -> EventStore {
    var options = StoreOptions()
    options.process = "bench"
    options.pageChecks = pageChecks
    options.readsSamples = false
    return try EventStore.open(at: path, schema: schema, options: options)
  }

  /// The bytes of a store's files, without the one of its locks.
  private static func size(_ path: String) throws -> Int {
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    return try files.filter { $0 != "lock.mdb" }.reduce(0) { sum, name in
      let values = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
      return sum + ((values[.size] as? NSNumber)?.intValue ?? 0)
    }
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .seconds(1)
  }

  /// What a reading takes: the median of some rounds of so many. The first one learns names and
  /// pages.
  private static func microseconds(_ count: Int, _ read: () throws -> Int) throws -> Double {
    var found = try read()
    let rounds = try (0..<5).map { _ in
      try seconds { for _ in 0..<count { found &+= try read() } } * 1e6 / Double(count)
    }
    return median(rounds)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
