#if Tools
  import Foundation
  import Testing

  /// What the commands print, against the truth beside the corpus.
  @Suite struct TruthTests {
    /// Baby Buddy's number of each child, by the child's id here.
    private func children(_ last: [[String: Any]], _ truth: [String: [String: [String: Any]]])
      throws -> [String: String]
    {
      var numbers: [String: String] = [:]
      for row in last {
        let feed = try #require((row["lastFeed"] as? [String: Any])?["sourceID"] as? String)
        let owner = truth.first { "\($0.value["last_feed_by_start"]?["id"] ?? "")" == feed }
        numbers[try #require(row["baby"] as? String)] = try #require(owner?.key)
      }
      return numbers
    }

    @Test(arguments: Corpus.all)
    func `totals are Baby Buddy's own, day for day`(corpus: Corpus) throws {
      let store = try HouseholdStore(corpus)
      let last: [[String: Any]] = try store.run("last", "--json").json()
      let numbers = try children(last, corpus.truth("last"))
      let truth = try corpus.truth("daily-local")
      let rows: [[String: Any]] = try store.run(
        "totals", "--zone", corpus.zone, "--day-start", "00:00", "--json"
      ).json()
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
        let amount = Double(expected["feed_amount"] as? String ?? "0")
        #expect(row["feedAmount"] as? Double == amount, "\(baby) \(day)")
        #expect(row["unit"] as? String == "mL")
      }
      let days = rows.compactMap { $0["day"] as? String }
      #expect(days == days.sorted())
      let busy = truth.values.flatMap(\.values).filter {
        $0["feed_count"] as? Int ?? 0 > 0 || $0["diaper_count"] as? Int ?? 0 > 0
      }
      #expect(rows.count == busy.count)
    }

    @Test(arguments: Corpus.all)
    func `the last entries are Baby Buddy's own`(corpus: Corpus) throws {
      let store = try HouseholdStore(corpus)
      let truth = try corpus.truth("last")
      let rows: [[String: Any]] = try store.run("last", "--json").json()
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
          #expect(found?["sourceID"] as? String == (expected?["id"] as? Int).map(String.init))
          #expect(found?["amount"] as? Double == expected?["amount"] as? Double)
          // The export cuts fractions of a second off.
          let told = (found?["start"] as? String)?.prefix(19)
          #expect(told == (expected?[time] as? String)?.prefix(19))
          #expect((found?["start"] as? String)?.hasSuffix(".000000Z") == (found != nil))
        }
      }
    }

    @Test func `another day boundary moves entries, and no stored byte`() throws {
      let store = try HouseholdStore()
      let before = try store.bytes()
      let zone = store.corpus.zone
      let midnight: [[String: Any]] = try store.run(
        "totals", "--zone", zone, "--day-start", "00:00", "--json"
      ).json()
      let noon: [[String: Any]] = try store.run(
        "totals", "--zone", zone, "--day-start", "12:00", "--json"
      ).json()
      let sums = [midnight, noon].map { $0.reduce(0) { $0 + ($1["feedCount"] as? Int ?? 0) } }
      #expect(sums == [477, 477])
      let firsts = [midnight, noon].map { $0.first?["diaperCount"] as? Int }
      #expect(firsts[0] != firsts[1])
      #expect(try store.bytes() == before)
    }

    @Test func `amounts come in the unit asked for`() throws {
      let store = try HouseholdStore()
      func sum(_ unit: String) throws -> Double {
        let rows: [[String: Any]] = try store.run("totals", "--unit", unit, "--json").json()
        return rows.reduce(0) { $0 + ($1["feedAmount"] as? Double ?? 0) }
      }
      let (millilitres, ounces) = (try sum("ml"), try sum("floz"))
      #expect(abs(millilitres / ounces - 29.5735) < 0.001)
    }
  }
#endif
