import Foundation
import Testing

/// What the commands print, against the truth beside the corpus.
struct TruthTests {
  /// Baby Buddy's number of each child, by the child's id here.
  private func children(_ last: [[String: Any]], _ truth: [String: [String: [String: Any]]])
    throws -> [String: String]
  {
    var numbers: [String: String] = [:]
    for row in last {
      let feed = try #require(source(row["lastFeed"]))
      let owner = truth.first { "\($0.value["last_feed_by_start"]?["id"] ?? "")" == feed }
      numbers[try #require(row["baby"] as? String)] = try #require(owner?.key)
    }
    return numbers
  }

  /// The number of an entry in the source.
  private func source(_ entry: Any?) -> String? {
    ((entry as? [String: Any])?["source"] as? [String: Any])?["id"] as? String
  }

  private func amount(_ value: Any?) -> Double? { (value as? [String: Any])?["value"] as? Double }

  @Test(arguments: Corpus.all)
  func `totals are Baby Buddy's own, day for day`(corpus: Corpus) throws {
    let store = try HouseholdStore(corpus)
    let last = try store.run("last", "--json").list("babies")
    let numbers = try children(last, corpus.truth("last"))
    let truth = try corpus.truth("daily-local")
    let rows = try store.run(
      "totals", "--zone", corpus.zone, "--day-start", "00:00", "--json"
    ).list("days")
    let pairs = [
      ("feedCount", "feed_count"), ("feedsWithAmount", "feeds_with_amount"),
      ("diaperCount", "diaper_count"), ("wetCount", "diaper_wet"),
      ("solidCount", "diaper_solid"),
    ]
    for row in rows {
      let day = try #require(row["day"] as? String)
      let baby = try #require(numbers[row["baby"] as? String ?? ""])
      let expected = try #require(truth[baby]?[day], "\(baby) \(day)")
      for (ours, theirs) in pairs {
        #expect(row[ours] as? Int == expected[theirs] as? Int ?? 0, "\(baby) \(day) \(ours)")
      }
      let total = Double(expected["feed_amount"] as? String ?? "0")
      #expect(amount(row["feedAmount"]) ?? 0 == total, "\(baby) \(day)")
      let unit = (row["feedAmount"] as? [String: Any])?["unit"] as? String
      #expect(unit == (total == 0 ? nil : "mL"))
    }
    let days = rows.compactMap { $0["day"] as? String }
    #expect(days == days.sorted())
    let busy = truth.values.flatMap(\.values).filter {
      $0["feed_count"] as? Int ?? 0 > 0 || $0["diaper_count"] as? Int ?? 0 > 0
    }
    let fed = rows.filter {
      $0["feedCount"] as? Int ?? 0 > 0 || $0["diaperCount"] as? Int ?? 0 > 0
    }
    #expect(fed.count == busy.count)
  }

  @Test(arguments: Corpus.all)
  func `the last entries are Baby Buddy's own`(corpus: Corpus) throws {
    let store = try HouseholdStore(corpus)
    let truth = try corpus.truth("last")
    let rows = try store.run("last", "--json").list("babies")
    #expect(rows.count == truth.count)
    let numbers = try children(rows, truth)
    let pairs = [
      ("lastFeed", "last_feed_by_start", "start"),
      ("lastFeedWithAmount", "last_feed_with_amount", "start"),
      ("lastDiaper", "last_diaper", "time"),
    ]
    for row in rows {
      let child = try #require(truth[numbers[row["baby"] as? String ?? ""] ?? ""])
      for (ours, theirs, time) in pairs {
        let expected = child[theirs]
        let found = row[ours] as? [String: Any]
        #expect(source(found) == (expected?["id"] as? Int).map(String.init))
        let told = found?["amount"] as? Double ?? amount(found?["amount"])
        #expect(told == expected?["amount"] as? Double)
        // The export cuts fractions of a second off.
        let start = found?[time] as? String
        #expect(start?.prefix(19) == (expected?[time] as? String)?.prefix(19))
        #expect(start?.count == (found == nil ? nil : 20))
      }
    }
  }

  @Test func `another day boundary moves entries, and no stored byte`() throws {
    let store = try HouseholdStore()
    let before = try store.bytes()
    let zone = store.corpus.zone
    let midnight = try store.run(
      "totals", "--zone", zone, "--day-start", "00:00", "--json"
    ).list("days")
    let noon = try store.run(
      "totals", "--zone", zone, "--day-start", "12:00", "--json"
    ).list("days")
    let sums = [midnight, noon].map { $0.reduce(0) { $0 + ($1["feedCount"] as? Int ?? 0) } }
    #expect(sums == [477, 477])
    let firsts = [midnight, noon].map { $0.first?["diaperCount"] as? Int }
    #expect(firsts[0] != firsts[1])
    #expect(try store.bytes() == before)
  }

  @Test func `amounts come in the unit asked for`() throws {
    let store = try HouseholdStore()
    func sum(_ unit: String) throws -> Double {
      let rows = try store.run("totals", "--unit", unit, "--json").list("days")
      return rows.reduce(0) { $0 + (amount($1["feedAmount"]) ?? 0) }
    }
    let (millilitres, ounces) = (try sum("ml"), try sum("floz"))
    #expect(abs(millilitres / ounces - 29.5735) < 0.001)
  }
}
