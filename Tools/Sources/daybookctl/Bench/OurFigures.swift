/// What `daybookctl bench` measured on a machine of ours.
///
/// To record them anew: on a machine where nothing else runs, build for release (`make build`)
/// and call `.build-release/release/daybookctl bench --json` three times. Take the run that is in
/// the middle by `batches`, copy the `here` of each row, by its `key`, and say the day and the
/// machine. They stand in the program itself, because `make install` copies nothing else.
enum OurFigures {
  static let machine = "AMD EPYC, 2 cores, Debian GNU/Linux 12 (bookworm), ext4"
  static let day = "28 November 2026"

  static let figures = Figures(
    events: 100_000,
    values: [
      .durable: 425, .durableSlowest: 3_730, .relaxed: 93.7, .batches: 165_000, .callers8: 8_650,
      .callers64: 37_000, .rebuild: 508_000, .verify: 545_000, .dayPage: 12.1, .point: 0.668,
      .eventsOfType: 864, .word: 18.0, .bytes: 587, .coldOpen: 63.9,
    ])
}
