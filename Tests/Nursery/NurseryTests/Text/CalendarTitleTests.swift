import Nursery
import Testing

struct CalendarTitleTests {
  @Test(arguments: [
    (1, "January 2025", "2025년 1월"), (2, "February", "2월"), (3, "March", "3월"),
    (4, "April", "4월"), (5, "May", "5월"), (6, "June", "6월"), (7, "July", "7월"),
    (8, "August", "8월"), (9, "September", "9월"), (10, "October", "10월"),
    (11, "November", "11월"), (12, "December 2025", "2025년 12월"),
  ])
  func `a month is named, with its year at the turn of years`(
    month: Int, english: String, korean: String
  ) {
    #expect(CivilMonth(year: 2025, month: month).title() == english)
    #expect(CivilMonth(year: 2025, month: month).title(in: .korean) == korean)
  }

  /// Day, language, as the app has it, as it should be.
  static let titles: [(Int, Int, TextLanguage, String, String)] = [
    (10, 21, .english, "Oct 21 ~ 22일", "Oct 21 ~ 22"),
    (10, 21, .korean, "10월 21일 ~ 22일", "10월 21일 ~ 22일"),
    (10, 31, .english, "Oct 31 ~ Nov 1", "Oct 31 ~ Nov 1"),
    (10, 31, .korean, "10월 31일 ~ 11월 1일", "10월 31일 ~ 11월 1일"),
    (12, 31, .english, "Dec 31 ~ Jan 1", "Dec 31 ~ Jan 1"),
    (12, 31, .korean, "12월 31일 ~ 1월 1일", "12월 31일 ~ 1월 1일"),
    (2, 28, .english, "Feb 28 ~ Mar 1", "Feb 28 ~ Mar 1"),
    (5, 9, .english, "May 9 ~ 10일", "May 9 ~ 10"),
    (9, 1, .english, "Sep 1 ~ 2일", "Sep 1 ~ 2"),
  ]

  @Test(arguments: NurseryZones.all, titles.indices)
  func `a logical day is named by the two days that it is of`(zone: String, row: Int) throws {
    let (month, number, language, parity, corrected) = Self.titles[row]
    let calendar = try DayCalendar(DayBoundary(zone: zone))
    let day = try #require(CivilDay(year: 2025, month: month, day: number))
    #expect(calendar.title(of: day, in: language) == corrected)
    #expect(calendar.title(of: day, in: language, style: .babyDashboard) == parity)
  }

  @Test(arguments: NurseryZones.all)
  func `a day that begins at midnight is named by its date`(zone: String) throws {
    let midnight = try DayCalendar(DayBoundary(zone: zone, hour: 0, minute: 0))
    let early = try DayCalendar(DayBoundary(zone: zone, hour: 0, minute: 1))
    let day = try #require(CivilDay(year: 2025, month: 10, day: 31))
    for style in TitleStyle.allCases {
      #expect(midnight.title(of: day, style: style) == "Oct 31")
      #expect(midnight.title(of: day, in: .korean, style: style) == "10월 31일")
      #expect(early.title(of: day, style: style) == "Oct 31 ~ Nov 1")
    }
  }

  @Test func `a leap year has its day in the title`() throws {
    let calendar = try DayCalendar(DayBoundary(zone: "UTC"))
    let day = try #require(CivilDay(year: 2024, month: 2, day: 28))
    #expect(calendar.title(of: day) == "Feb 28 ~ 29")
  }

  @Test(arguments: zip(NurseryZones.all, [30, 30, 30, 30, 31, 30, 30]))
  func `a day that the zone skipped is passed over`(zone: String, next: Int) throws {
    let calendar = try DayCalendar(DayBoundary(zone: zone))
    let day = try #require(CivilDay(year: 2011, month: 12, day: 29))
    #expect(calendar.day(after: day).day == next)
    #expect(calendar.title(of: day) == "Dec 29 ~ \(next)")
  }

  @Test(arguments: [Int32.min, -2_000_000_000, 2_000_000_000, .max - 1, .max])
  func `days beyond all clocks have a title`(days: Int32) throws {
    let calendar = try DayCalendar(DayBoundary(zone: "Pacific/Apia"))
    let day = CivilDay(daysSince1970: days)
    #expect(calendar.day(after: day).daysSince1970 == (days == .max ? .max : days + 1))
    #expect(!calendar.title(of: day).isEmpty)
  }

  @Test(arguments: NurseryZones.all)
  func `an early morning is listed in the month in which its day began`(zone: String) throws {
    let calendar = try DayCalendar(DayBoundary(zone: zone))
    let times = try [(2, 1, 2), (2, 1, 7), (2, 2, 6), (1, 1, 6), (1, 31, 23)].map {
      calendar.day(of: try NurseryZones.instant(zone, 2025, $0.0, $0.1, $0.2))
    }
    let sections = MonthSection.sections(of: times)
    #expect(sections.map { $0.month.title() } == ["February", "January 2025", "December 2024"])
    #expect(sections.map { $0.days.map(\.day) } == [[1], [31], [31]])
  }

  @Test func `months and days are newest first, each once`() {
    let days = [20_000, 20_040, 20_001, 20_000, 19_990].map { CivilDay(daysSince1970: $0) }
    let sections = MonthSection.sections(of: days)
    #expect(sections.map(\.id.description) == ["2024-11", "2024-10", "2024-09"])
    #expect(sections.flatMap(\.days).map(\.daysSince1970) == [20_040, 20_001, 20_000, 19_990])
    #expect(MonthSection.sections(of: []).isEmpty)
  }
}
