import Daybook
import Foundation
import Nursery
import NurseryHousehold
import TestRun
import Testing

/// The error of predictions, measured; each bound lies a little above what was found.
@Suite(.tags(.slow)) struct PredictionErrorTests {
  /// A data set, what is predicted, and its bounds: minutes, and the share of the naive error.
  struct Corpus: CustomTestStringConvertible {
    let set: String
    let zone: String
    let file: String
    let napsOnly: Bool
    let error: Double
    let ofNaive: Double

    var testDescription: String { "\(set) \(napsOnly ? "naps" : file)" }
    var subject: Prediction.Subject { file == "feeding" ? .nextFeed : .nextNap }

    /// The starts of each child.
    func series() throws -> [[Date]] {
      let url = Bundle.module.bundleURL.appendingPathComponent("Corpus/\(set)-\(file).csv")
      let formatter = ISO8601DateFormatter()
      var children: [Substring: [Date]] = [:]
      for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst() {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        guard !napsOnly || cells[2] == "1" else { continue }
        children[cells[0], default: []].append(
          try #require(formatter.date(from: String(cells[1]))))
      }
      return children.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  static let corpora = [
    ("small-3children-31d", "America/New_York"), ("small-1child-100d", "Europe/Amsterdam"),
  ].flatMap { set, zone in
    [
      Corpus(set: set, zone: zone, file: "feeding", napsOnly: false, error: 60, ofNaive: 0.75),
      Corpus(set: set, zone: zone, file: "sleep", napsOnly: false, error: 60, ofNaive: 0.75),
      Corpus(set: set, zone: zone, file: "sleep", napsOnly: true, error: 75, ofNaive: 0.25),
    ]
  }

  @Test(arguments: corpora)
  func `habits by time of day are predicted better than by one interval for all`(
    corpus: Corpus
  ) throws {
    let forecast = RollingForecast(
      try corpus.series(), zone: try NurseryZones.zone(corpus.zone), subject: corpus.subject)
    print("\(corpus.testDescription): \(forecast.report)")
    #expect(forecast.count >= 200)
    #expect(forecast.medianError <= corpus.error)
    #expect(forecast.medianError <= corpus.ofNaive * forecast.naiveMedianError)
    #expect(forecast.medianError <= 0.9 * forecast.flatMedianError)
    #expect((0.75...0.9).contains(forecast.coverage))
  }

  /// A generated household has hardly a habit: its feeds come at random, a little denser at night.
  @Test(arguments: [1, 7] as [UInt64])
  func `without a habit the interval still holds what it says`(seed: UInt64) async throws {
    let household = try await HouseholdStore(Household(seed: seed, events: 6_000))
    let feeds = try household.store.read { try $0.entities(of: FeedSession.self) }
    var babies: [UUID: [Date]] = [:]
    for feed in feeds.map(\.state) where !feed.isDeleted {
      if let baby = feed.baby { babies[baby, default: []].append(feed.start) }
    }
    let series = babies.sorted { $0.key.uuidString < $1.key.uuidString }.map(\.value)
    let forecast = RollingForecast(
      series, zone: try NurseryZones.zone(HouseholdStore.zone), subject: .nextFeed)
    print("household \(seed): \(forecast.report)")
    #expect(forecast.count >= 1000)
    #expect(forecast.medianError <= forecast.naiveMedianError)
    #expect((0.7...0.9).contains(forecast.coverage))
  }
}
