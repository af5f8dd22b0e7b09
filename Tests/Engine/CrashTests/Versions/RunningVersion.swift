import crashwriter

/// A process with one version of an app.
struct RunningVersion {
  let version: GaugeVersion
  private let victim: Victim

  init(_ version: GaugeVersion, at path: String) throws {
    self.version = version
    victim = try Victim("version", at: path, seed: version.rawValue)
    guard victim.lines(through: "open").last == "open" else { throw Refused() }
  }

  /// It did not open the store.
  struct Refused: Error {}

  /// Asks for appends without waiting for them.
  func startAppending(_ seed: UInt64, _ count: Int) { victim.say("append \(seed) \(count)") }

  /// What it says next.
  func answer() -> String { victim.lines(through: "").last ?? "silent" }

  func append(_ seed: UInt64, _ count: Int) -> String {
    startAppending(seed, count)
    return answer()
  }

  func read() -> String {
    victim.say("read")
    return answer()
  }

  func end() { _ = victim.end() }
}
