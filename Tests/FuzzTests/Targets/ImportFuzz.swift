import Daybook
import DaybookTesting
import Nursery

@testable import Interchange
@testable import NurseryInterchange

/// Laws: an import takes every row in, or says what it made of it; the same file again changes
/// nothing; one undo leaves the views as they were; an import that is refused has written nothing.
enum ImportFuzz {
  private static let boundary = try? DayBoundary(zone: "UTC")
  private static let author = "import"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let boundary, let first = bytes.first else { return }
    let file = SourceFile(bytes: [UInt8](bytes.dropFirst()), name: "fuzz.csv")
    let isFeeds = first % 2 == 0
    guard
      let source = try? BabyDashboardFiles(
        feeds: isFeeds ? file : nil, diapers: isFeeds ? nil : file)
    else { return }
    do {
      let store = try EventStore.temporary(
        schema: Schema.nursery(boundary: boundary).importing(), options: TestClock().options)
      try take(source, store)
    } catch {
      law(false, "the store failed: \(error)")
    }
  }

  private static func take(_ source: BabyDashboardFiles, _ store: EventStore) throws {
    let empty = try store.digests()
    let work = Import(source, author: author)
    let report: ImportReport
    do {
      let plan = try work.plan(in: store)
      report = try work.commit(plan, to: store)
      law(report.counts == plan.report.counts, "an import does what its plan does not say")
    } catch is InterchangeError {
      let token = try store.read { try $0.token() }
      return law(token.number == 0, "an import that was refused has written")
    }
    let isWhole = try store.verify().isSound
    law(isWhole, "an import has damaged the store")
    let token = try store.read { try $0.token() }
    let again = try work.commit(work.plan(in: store), to: store)
    law(again.counts.imported + again.counts.changed == 0, "a second import has changed something")
    let now = try store.read { try $0.token() }
    law(now == token, "a second import has written")
    if token.number > 0 { try store.undo(by: author) }
    let left = try store.digests()
    law(left == empty, "an undone import has left something")
  }
}
