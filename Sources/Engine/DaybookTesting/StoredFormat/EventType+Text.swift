internal import Daybook

extension EventType {
  var versioned: String { "\(name)@\(version)" }

  /// The type that `versioned` wrote.
  init?(versioned: some StringProtocol) {
    let parts = versioned.split(separator: "@")
    guard parts.count == 2, let version = Int(parts[1]) else { return nil }
    self.init(String(parts[0]), version: version)
  }
}
