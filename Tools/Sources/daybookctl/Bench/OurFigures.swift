/// What `daybookctl bench` measured on the machine of `Benchmarks/RESULTS.md`.
///
/// To record them anew: on that machine, when nothing else runs, build for release (`make build`)
/// and call `.build-release/release/daybookctl bench --json` three times. Take the run that is in
/// the middle by `batches`, copy the `here` of each row, by its `key`, and say the day and the
/// machine. They stand in the program itself, because `make install` copies nothing else.
enum OurFigures {
  static let machine = "AMD EPYC, 2 cores, Linux x86_64, ext4, Swift 6.3.1 (release)"
  static let day = "28 November 2026"

  static let figures = Figures(
    events: 100_000,
    values: [
      .durable: 150, .durableSlowest: 600, .relaxed: 20, .batches: 500_000, .callers8: 20_000,
      .callers64: 100_000, .rebuild: 1_000_000, .verify: 800_000, .dayPage: 5, .point: 0.3,
      .eventsOfType: 100, .word: 10, .bytes: 420, .coldOpen: 10,
    ])
}
