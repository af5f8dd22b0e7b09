import Daybook
import DaybookSnapshot
import Foundation
import Testing

@testable import Diary

struct WidgetTests {
  @Test func `the widget's file has the next dose of today`() async throws {
    let (folder, ada) = (try Folder(), try Notebook.temporary())
    _ = try await ada.aspirin(timesADay: 1)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let publisher = SnapshotPublisher(
      store: ada.store, builder: NextDoseFile(calendar: calendar), folder: folder.url.path,
      now: { Day.monday.at(7) })

    try publisher.update()
    let file = try SnapshotFolder(path: folder.url.path).verified("next.txt")
    #expect(String(decoding: file.bytes, as: UTF8.self) == "Aspirin 100 mg")
    #expect(file.entry?.expires == Day.tuesday.at(0))

    try await ada.take(ada.due(on: .monday)[0], at: Day.monday.at(8))
    try publisher.update()
    #expect(try SnapshotFolder(path: folder.url.path).verified("next.txt").bytes.isEmpty)
  }
}
