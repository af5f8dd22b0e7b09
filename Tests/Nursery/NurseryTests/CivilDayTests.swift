import Daybook
import Nursery
import Testing

struct CivilDayTests {
  @Test(
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (20_777, "2026-11-20"), (11_016, "2000-02-29"),
      (-719_468, "0000-03-01"), (-719_529, "-0001-12-31"), (2_932_896, "9999-12-31"),
    ] as [(Int32, String)])
  func `a count of days has its date`(days: Int32, text: String) {
    #expect(CivilDay(daysSince1970: days).description == text)
  }

  @Test func `every date of two thousand years comes back`() {
    for days in Int32(-800_000)...200_000 {
      let day = CivilDay(daysSince1970: days)
      let again = CivilDay(year: day.year, month: day.month.month, day: day.day)
      if again != day { Issue.record("\(days) is \(day)") }
    }
  }

  @Test(arguments: [Int32.min, -2_000_000_000, 2_000_000_000, .max])
  func `the ends of the count have a date`(days: Int32) {
    #expect((1...31).contains(CivilDay(daysSince1970: days).day))
  }

  @Test(arguments: [(2025, 2, 29), (2025, 4, 31), (2025, 0, 1), (2025, 13, 1), (.max, 1, 1)])
  func `a date that is none is refused`(year: Int, month: Int, day: Int) {
    #expect(CivilDay(year: year, month: month, day: day) == nil)
  }

  @Test func `keys that begin with a day, or a kind, are found by what people call it`() throws {
    let date = "2026-11-20"
    func prefix(_ type: any OrderedKey.Type, _ text: String) -> [UInt8]? {
      KeyShape(of: type).prefix(text) { _ in nil }
    }
    let day = try #require(CivilDay(date)).keyBytes
    #expect(prefix(DayBabyKey.self, date) == day && prefix(HistoryKey.self, date) == day)
    #expect(prefix(DayBabyKey.self, "2026-02-30") == nil)
    #expect(prefix(LastKey.self, "sleep") == EntryKind.sleep.keyBytes)
  }

  @Test func `days and months are ordered`() {
    #expect(CivilDay(daysSince1970: -1) < CivilDay(daysSince1970: 0))
    #expect(CivilMonth(year: 2025, month: 12) < CivilMonth(year: 2026, month: 1))
    #expect(CivilMonth(year: 2026, month: 1).description == "2026-01")
  }
}
