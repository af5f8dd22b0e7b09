/// What `daybookctl bench` measured on a machine of ours.
///
/// To record them anew: on a machine where nothing else runs, build for release (`make build`)
/// and call `.build-release/release/daybookctl bench --json` three times. Take the run that is in
/// the middle by `batches`, copy the `here` of each row, by its `key`, and say the day and the
/// machine. They stand in the program itself, because `make install` copies nothing else.
enum OurFigures {
  static let machine =
    "AMD EPYC, 2 cores, Debian GNU/Linux 12 (bookworm), ext4, while other work ran"
  static let day = "28 November 2026"

  static let figures = Figures(
    events: 100_000,
    values: [
      .durable: 3_970, .durableSlowest: 8_000, .relaxed: 116, .batches: 69_300, .callers8: 3_220,
      .callers64: 20_700, .rebuild: 254_000, .verify: 180_000, .dayPage: 17.5, .point: 1.14,
      .eventsOfType: 2_560, .word: 36.9, .bytes: 587, .coldOpen: 71.5,
    ])
}
