/// What the writer works with, as long as the store is open. Nothing of it changes hands.
final class WriterContext: Sendable {
  let environment: EnvironmentBox
  let tables: LogTables
  /// What the store was opened with.
  let settings: WriteSettings
  /// Says when a page is damaged.
  let pages: PageWatch
  /// Told of every commit.
  let signal: CommitSignal
  /// Told what the app's observers want to know; nil when there are none.
  let reports: StoreReports?
  /// Whether somebody waits for the writer.
  let waiting = Waiting()
  /// The threads that build rows for the writer, which waits for them.
  let builders = ThreadSet()
  /// Where readers of a transaction see that it has ended.
  let slot = ReadSlot.make()
  /// Where threads wait for the results of their appends.
  let finished = Monitor(())

  init(
    environment: EnvironmentBox, pages: PageWatch, tables: LogTables, settings: WriteSettings,
    reports: StoreReports?
  ) {
    self.environment = environment
    self.pages = pages
    self.tables = tables
    self.settings = settings
    self.reports = reports
    signal = CommitSignal(environment: environment)
  }

  deinit { ReadSlot.putBack([slot]) }
}
