import Foundation

/// What a process of its own found in a store, so that a store that kills its reader kills that
/// one.
struct Inspection {
  private(set) var rows: [UUID: Int64] = [:]
  private(set) var flaws: [String] = []
  /// How it ended before its end: the error that it printed, or a signal; nil when it saw
  /// everything.
  private(set) var failure: String?
  private(set) var ending: Victim.Ending

  init(of path: String) throws {
    let victim = try Victim("inspect", at: path)
    let (lines, ending) = victim.finish()
    self.ending = ending
    for line in lines {
      let parts = line.split(separator: " ").map(String.init)
      if line.hasPrefix("flaw") { flaws.append(String(line.dropFirst(5))) }
      guard parts.count == 3, parts[0] == "row", let id = UUID(uuidString: parts[1]) else {
        continue
      }
      rows[id] = Int64(parts[2])
    }
    if lines.last != "inspected" { failure = "\(ending): \(lines.last ?? "it said nothing")" }
  }

  /// Everything that is wrong, against what was promised.
  func faults(_ promises: Promises, losesRelaxed: Bool = false) -> [String] {
    if let failure { return [failure] }
    return flaws
      + promises.faults(in: rows, losesRelaxed: losesRelaxed).prefix(5).map(\.description)
  }
}
