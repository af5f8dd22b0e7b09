import crashwriter

/// What processes said of their imports, and what a store must hold therefore.
struct Imports {
  /// What the processes of one round said that they had made, by app, one number for each import
  /// that returned.
  private var made: [String: [Int]] = [:]
  private var number: UInt64?
  /// Entries of imports that had returned.
  private(set) var acknowledged = 0

  /// Lays out the files of another family.
  mutating func begin(_ number: UInt64, beside path: String) throws {
    self.number = number
    made = [:]
    try ImportFiles(number, beside: path).write()
  }

  /// Takes in what one process said.
  mutating func hear(_ lines: [String]) {
    for line in lines where line.hasPrefix("imported ") {
      let parts = line.split(separator: " ").map(String.init)
      made[parts[1], default: []].append(Int(parts[2]) ?? -1)
    }
  }

  /// What is wrong with the last family's entries and with all entries' events, which a process of
  /// its own looks at that also imports what is missing.
  mutating func faults(in path: String) throws -> [String] {
    guard let number else { return [] }
    let victim = try Victim("import-inspect", at: path, seed: number)
    let (lines, ending) = victim.finish()
    var faults = Array(lines.filter { $0.hasPrefix("flaw") }.prefix(5))
    if lines.last != "inspected" { faults.append("\(ending): \(lines.last ?? "it said nothing")") }
    for (app, made) in made {
      // Both reports together count each row once; who was killed may have written, and not said
      // so.
      let sum = made.reduce(0, +)
      let isBuddy = app == "babybuddy"
      let entries = isBuddy ? ImportFiles.buddyEntries + 1 : ImportFiles.dashboardEntries
      acknowledged += entries
      if sum > entries { faults.append("\(app): \(sum) entries were made") }
      if !lines.contains("missing \(app) 0") {
        faults.append("\(app): \(lines.first { $0.hasPrefix("missing \(app)") } ?? "nothing")")
      }
    }
    made = [:]
    return faults
  }
}
