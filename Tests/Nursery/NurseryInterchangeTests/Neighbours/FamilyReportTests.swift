import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// One page that needs nothing else.
struct FamilyReportTests {
  private func nursery() throws -> NeighbourStore {
    let nursery = try NeighbourStore()
    let mia = UUID()
    try nursery.store.append { draft in
      try draft.addBaby(
        mia, BabyProfile(name: "Mia <b>&\"", createdAt: date("2026-01-01T00:00:00Z")))
      try draft.append(
        FeedSession.recorded(
          FeedSession(
            baby: mia, start: date("2026-01-01T08:00:00Z"), end: date("2026-01-01T08:10:00Z"),
            amount: Amount(4, .fluidOunce), content: .formula, route: .bottle,
            memo: "<script>alert(1)</script>\n#tired")), to: UUID())
      try draft.append(
        SleepSession.recorded(SleepSession(baby: mia, start: date("2026-01-02T09:00:00Z"))),
        to: UUID())
    }
    return nursery
  }

  @Test func `the page shows every entry, and no text is markup`() throws {
    let nursery = try nursery()
    let page = try nursery.store.read { try FamilyReport(title: "Our <year>").html($0) }
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.contains("<html lang=\"en\">") && page.contains("aria-label=\""))
    #expect(page.contains("<title>Our &lt;year&gt;</title>"))
    #expect(page.contains("Mia &lt;b&gt;&amp;&quot;"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;<br>#tired"))
    #expect(!page.contains("<script"))
    #expect(page.contains("<td>08:00–08:10</td><td>feed, formula, bottle, 118.3 mL"))
    #expect(page.contains("<h2>2026-01-02</h2>"))
    #expect(page.contains("<td>09:00–</td><td>sleep</td>"))
    #expect(page.contains("<rect"))
    // The axes of the first chart.
    for mark in [">118 mL</text>", ">59 mL</text>", ">2026-01-01</text>", ">2026-01-02</text>"] {
      #expect(page.contains(mark), "\(mark)")
    }
    for outside in ["http", "src=", "@import", "url("] { #expect(!page.contains(outside)) }
  }

  @Test func `a text keeps its direction, and what stands beside it its place`() throws {
    let nursery = try NeighbourStore()
    let noa = UUID()
    let start = date("2026-01-01T08:00:00Z")
    try nursery.store.append { draft in
      try draft.addBaby(
        noa,
        BabyProfile(
          name: "\u{5E0}\u{5D5}\u{5E2}\u{5D4}", createdAt: start, birthDate: "2025-12-01"))
      try draft.append(
        MedicationDose.recorded(
          MedicationDose(
            baby: noa, start: start,
            MedicationDetails(name: "drops\u{202E}", dosage: Amount(12, unitText: "drops")))),
        to: UUID())
      try draft.append(
        FeedSession.recorded(
          FeedSession(
            baby: noa, start: start, end: start, amount: Amount(3, unitText: "cups\u{202E}"))),
        to: UUID())
    }
    let title = "Noa\u{202E}\u{200F}\u{7}\nand more"
    let page = try nursery.store.read { try FamilyReport(title: title).html($0) }
    for piece in [
      "<title>Noa and more</title>", "<h1><bdi>Noa&#x202E;&#x200F;<br>and more</bdi></h1>",
      "<p><bdi>\u{5E0}\u{5D5}\u{5E2}\u{5D4}</bdi>, born 2025-12-01</p>",
      "<bdi>drops&#x202E;</bdi>, 12 drops<",
      "<figcaption><bdi>Fed, cups&#x202E;</bdi>, at most 3 a day</figcaption>",
      "aria-label=\"Fed, cups, at most 3 a day\"",
    ] {
      #expect(page.contains(piece), "\(piece)")
    }
    #expect(!page.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{200F}" })
    // Nothing in Latin letters needs one.
    #expect(!page.contains("<bdi>12"))
  }

  @Test func `no text ends the element that keeps its direction from others`() throws {
    let nursery = try nursery()
    let title = "a\u{2069}\u{202E}b \u{2066}c\u{2069}\u{2069}\n\u{2067}d\n\u{2069}e"
    let page = try nursery.store.read { try FamilyReport(title: title).html($0) }
    let shown = "a&#x202E;b &#x2066;c&#x2069;<br>&#x2067;d<br>e"
    #expect(page.contains("<h1><bdi>\(shown)</bdi></h1>"), "\(page)")
  }

  @Test func `a summary of all days comes before them, in words`() throws {
    let nursery = try NeighbourStore()
    let mia = UUID()
    try nursery.store.append { draft in
      try draft.addBaby(
        mia, BabyProfile(name: "Mia", createdAt: date("2026-01-01T00:00:00Z")))
      for (start, route) in [
        ("2026-01-01T08:00:00Z", FeedRoute.breast(.right)), ("2026-01-01T12:00:00Z", .bottle),
        ("2026-01-02T08:00:00Z", .bottle),
      ] {
        let feed = FeedSession(
          baby: mia, start: date(start), end: date(start), amount: Amount(100, .millilitre),
          content: .breastMilk, route: route)
        try draft.append(FeedSession.recorded(feed), to: UUID())
      }
    }
    let page = try nursery.store.read { try FamilyReport(title: "t").html($0) }
    #expect(page.contains("feed, breast milk, right breast, 100 mL"))
    #expect(!page.contains("breast.right") && !page.contains("breastMilk"))
    let summary = try #require(page.range(of: "class=\"summary\""))
    let day = try #require(page.range(of: "<h2>"))
    #expect(summary.lowerBound < day.lowerBound)
    #expect(page.contains("<tr><td>feeds</td><td>3</td><td>1.5</td></tr>"))
    #expect(page.contains("<tr><td>fed</td><td>300 mL</td><td>150 mL</td></tr>"))
  }

  @Test func `an entry before the beginning of a day has its date`() throws {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC", hour: 7)).importing())
    try store.append { draft in
      for time in ["2026-01-02T05:00:00Z", "2026-01-02T07:00:00Z"] {
        try draft.append(Note.recorded(Note(start: date(time), memo: "note")), to: UUID())
      }
    }
    let page = try store.read { try FamilyReport(title: "t").html($0) }
    #expect(page.contains("Days begin at 07:00; what was before that is with the day before."))
    #expect(page.contains("<h2>2026-01-01</h2>"))
    #expect(page.contains("<td>2026-01-02 05:00</td>"))
    #expect(page.contains("<td>07:00</td>"))
  }

  @Test func `an entry is told in words, with everything once`() throws {
    let nursery = try NeighbourStore()
    let start = date("2026-01-01T08:00:00Z")
    try nursery.store.append { draft in
      try draft.append(
        FeedSession.recorded(
          FeedSession(start: start, end: start, content: .formula, memo: "#tired", tags: ["new"])),
        to: UUID())
      try draft.append(
        DiaperChange.recorded(
          DiaperChange(time: start, wet: true, solid: false, amount: 2)), to: UUID())
      try draft.append(
        BodyMeasurement.recorded(
          BodyMeasurement(
            start: start,
            MeasurementDetails(measure: .headCircumference, value: 40, unitText: "cm"))),
        to: UUID())
      try draft.append(
        ActivitySession.recorded(
          ActivitySession(start: start, end: start, ActivityDetails(activity: .tummyTime))),
        to: UUID())
    }
    let page = try nursery.store.read { try FamilyReport(title: "t").html($0) }
    for words in [
      "1 feed;", "1 diaper (1 wet", "1 day with entries", "· #tired · #new<", "wet, amount 2<",
      "head circumference 40 cm", "activity: tummy time",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(!page.contains("tummyTime") && !page.contains("headCircumference"))
  }

  @Test func `days can be chosen, and an earlier moment too`() throws {
    let nursery = try nursery()
    let before = try nursery.token
    try nursery.store.append { draft in
      try draft.append(
        Note.recorded(Note(start: date("2026-01-03T09:00:00Z"), memo: "late")), to: UUID())
    }
    let report = FamilyReport(title: "t")
    let day = try #require(CivilDay("2026-01-02"))
    let page = try nursery.store.read { try report.html($0, days: day...day) }
    #expect(page.contains("sleep"))
    #expect(!page.contains("late"))
    #expect(!page.contains("feed"))
    let past = try nursery.store.read(asOf: before) { try report.html($0) }
    #expect(past.contains("feed"))
    #expect(!past.contains("late"))
  }

  @Test func `a store without entries says so`() throws {
    let page = try NeighbourStore().store.read { try FamilyReport(title: "t").html($0) }
    #expect(page.contains("Nothing was written down."))
  }
}
