import Foundation
import Testing

@testable import Diary

struct EntryTests {
  private func diary() async throws -> Notebook {
    let ada = try Notebook.temporary()
    let aspirin = try await ada.aspirin()
    try await ada.take(ada.due(on: .monday)[0], at: Day.monday.at(8))
    try await ada.of("Ben").write(
      .symptom("headache", severity: 7, place: "left"), on: .monday, at: Day.monday.at(9))
    try await ada.write(.symptom("headache", severity: 4), on: .monday, at: Day.monday.at(20))
    try await ada.write(.symptom("headache", severity: 1), on: .tuesday, at: Day.tuesday.at(8))
    try await ada.write(.note("No headache after tea"), on: .tuesday, at: Day.tuesday.at(21))
    let night = Entry.What.intake(aspirin, Dose(amount: 50, unit: .mg))
    try await ada.write(night, on: .tuesday, at: Day.tuesday.at(22))
    return ada
  }

  @Test func `a symptom has a mean for each day on which it was felt`() async throws {
    let means = try await diary().meanSeverity(of: "headache", in: Day.monday.week)
    #expect(means == [.monday: 5.5, .tuesday: 1])
  }

  @Test(arguments: [
    ("head", 4), ("HEADACHE left", 1), ("no tea", 1), ("aspirin", 0), ("mg", 0), ("", 0),
  ])
  func `search finds notes and symptoms by beginnings of words`(text: String, hits: Int)
    async throws
  {
    #expect(try await diary().search(text).count == hits)
  }

  @Test func `the diary is exported as text, with who wrote what`() async throws {
    let text = try await diary().text(in: .gmt)
    #expect(
      text == """
        2026-03-02 08:00 Ada: Aspirin 100 mg
        2026-03-02 09:00 Ben: headache 7/10, left
        2026-03-02 20:00 Ada: headache 4/10
        2026-03-03 08:00 Ada: headache 1/10
        2026-03-03 21:00 Ada: No headache after tea
        2026-03-03 22:00 Ada: Aspirin 50 mg

        """)
  }
}
