import Daybook
import DaybookTesting
import Synchronization
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Processes that disagree about a projection or a kind, on one store.
@Suite(.tags(.crash)) struct VersionTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func start(_ version: GaugeVersion) throws -> RunningVersion {
    try RunningVersion(version, at: directory.path)
  }

  @Test(arguments: GaugeVersion.allCases, GaugeVersion.allCases)
  func `of two versions that append by turns each sees all rows, or who keeps them`(
    first: GaugeVersion, second: GaugeVersion
  ) throws {
    let apps = [try start(first), try start(second)]
    for turn in 0..<17 as Range<UInt64> { _ = apps[Int(turn % 2)].append(turn, 1) }
    var oracle = try GaugeOracle(directory.path)
    // The last that was opened has the rows, unless the other's revision is higher.
    let isLower =
      first.viewRevision > second.viewRevision || first.kindRevision > second.kindRevision
    let keeper = isLower ? apps[0] : apps[1]
    for app in apps where app.version != .blind {
      let answer = app.read()
      let rows = "rows " + (try oracle.rows(app.version))
      // Each has taken over what the other one needs.
      let isNobody = first == .revised && second == .refolded
      if isNobody {
        #expect(isRefusal(answer), "\(answer)")
      } else if app.version == keeper.version || keeper.version == .blind && !isForeign(app, keeper)
      {
        #expect(answer == rows)
      } else {
        #expect(isRefusal(answer), "\(answer), not \(rows)")
      }
    }
  }

  private func isForeign(_ app: RunningVersion, _ other: RunningVersion) -> Bool {
    app.version.kindRevision != other.version.kindRevision
  }

  private func isRefusal(_ answer: String) -> Bool {
    ["error viewKeptByOther ", "error schemaChanged "].contains { answer.hasPrefix($0) }
  }

  @Test func `who keeps rows takes in what others append, also within a draft`() throws {
    let store = try EventStore.open(at: directory.path, schema: PlainApp.schema)
    let blind = try start(.blind)
    #expect(blind.append(5, 200) == "appended 200")
    let count = Mutex(0)
    try store.append { draft in
      let rows = try draft.view(GaugeView<PlainApp>.self).rows(GaugeView<PlainApp>.values)
      count.withLock { $0 = rows.count }
    }
    #expect(count.withLock { $0 } == 12)
    #expect(blind.append(6, 200) == "appended 200")
    let rows = try store.read {
      try $0.view(GaugeView<PlainApp>.self).rows(GaugeView<PlainApp>.values)
    }
    #expect(rows.map { $0.row.sum / 10 }.reduce(0, +) == blindSum(5) + blindSum(6))
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `rows that others have left far behind are there for who reads them`() throws {
    let store = try EventStore.open(at: directory.path, schema: PlainApp.schema)
    let blind = try start(.blind)
    // More than one transaction takes in while others wait.
    for seed in 1...12 as ClosedRange<UInt64> {
      #expect(blind.append(seed, 200) == "appended 200")
    }
    let rows = try store.read {
      try $0.view(GaugeView<PlainApp>.self).rows(GaugeView<PlainApp>.values)
    }
    let expected = (1...12 as ClosedRange<UInt64>).map(blindSum).reduce(0, +)
    #expect(rows.map { $0.row.sum / 10 }.reduce(0, +) == expected)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a rebuild whose rows were left far behind ends`() throws {
    let store = try EventStore.open(at: directory.path, schema: PlainApp.schema)
    let blind = try start(.blind)
    #expect(blind.append(1, 200) == "appended 200")
    try store.startRebuild(of: GaugeView<PlainApp>.name)
    #expect(blind.append(2, 2_000) == "appended 2000")
    try store.rebuild()
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  /// What `append SEED 200` adds up to.
  private func blindSum(_ seed: UInt64) -> Int64 {
    var random = SeededGenerator(seed: seed)
    return (0..<200).map { _ in
      _ = UInt8.random(in: 0..<12, using: &random)
      return Int64.random(in: 1...1_000, using: &random)
    }.reduce(0, +)
  }

  @Test func `who has lost a view is told by whom and what to do`() throws {
    let plain = try start(.plain)
    _ = plain.append(1, 3)
    let revised = try start(.revised)
    #expect(
      plain.read()
        == "error viewKeptByOther the rows of projection crash.gauges are those of revision 2, built by revised; this schema has revision 1: update the app, or give the projection another name"
    )
    _ = revised.append(2, 3)
    let zoned = try start(.zoned)
    #expect(zoned.read().hasPrefix("error viewKeptByOther"))
    revised.end()
    #expect(plain.read().hasPrefix("error viewKeptByOther"))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `after any schedule each version's rows equal the log, or it is told`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var apps: [RunningVersion] = []
    var oracle = try GaugeOracle(directory.path)
    for step in 0..<30 as Range<UInt64> {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...1 where apps.count < 3:
        guard let version = GaugeVersion.allCases.randomElement(using: &random) else { break }
        apps.append(try start(version))
      case 2 where !apps.isEmpty:
        apps.remove(at: Int.random(in: 0..<apps.count, using: &random)).end()
      case 3...5:
        // All at once.
        for (index, app) in apps.enumerated() {
          app.startAppending(seed << 32 | step << 8 | UInt64(index), 5)
        }
        for app in apps { try check(app.answer()) }
      default:
        guard let app = apps.randomElement(using: &random) else { break }
        try check(app.append(seed << 32 | step << 8, 2))
      }
      for app in apps where app.version != .blind {
        let answer = app.read()
        let rows = "rows " + (try oracle.rows(app.version))
        #expect(answer == rows || isRefusal(answer), "seed \(seed), step \(step): \(app.version)")
      }
    }
    for app in apps { app.end() }
    try checkAfterwards(&oracle, seed)
  }

  /// Appends succeed, but for kinds that another version folds.
  private func check(_ answer: String) throws {
    #expect(answer.hasPrefix("appended ") || answer.hasPrefix("error schemaChanged "), "\(answer)")
  }

  /// The versions of the highest revisions get their rows back whatever was before.
  private func checkAfterwards(_ oracle: inout GaugeOracle, _ seed: UInt64) throws {
    for version in [GaugeVersion.revised, .refolded] {
      let app = try start(version)
      let answer = app.read()
      let rows = "rows " + (try oracle.rows(version))
      #expect(answer == rows || isRefusal(answer), "seed \(seed): \(version)")
      app.end()
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `versions killed while they open block nobody`(seed: UInt64) throws {
    let first = try start(.plain)
    _ = first.append(seed, 200)
    first.end()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      guard let version = GaugeVersion.allCases.randomElement(using: &random) else { continue }
      let victim = try Victim("version", at: directory.path, seed: version.rawValue)
      _ = victim.end(after: UInt64.random(in: 5_000...40_000, using: &random))
    }
    let plain = try start(.plain)
    let answer = plain.read()
    var oracle = try GaugeOracle(directory.path)
    let rows = "rows " + (try oracle.rows(.plain))
    #expect(answer == rows || isRefusal(answer), "seed \(seed)")
    plain.end()
    // The highest of the view's revisions, on whatever kind there is.
    let revised = try start(.revised)
    let last = revised.read()
    #expect(last == "rows " + (try oracle.rows(.revised)) || isRefusal(last), "seed \(seed)")
  }
}
