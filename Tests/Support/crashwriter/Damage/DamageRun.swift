import Daybook
import Foundation

/// Damages a store in one way after another, as standard input says, and says what came of each.
///
/// The line `checks none` lets the stores that follow be opened without looking at their pages.
///
/// `begin CASE`, then `CLASS DETAIL`; a case that kills the process is the last that was begun.
/// Classes:
///
/// - `right`: everything is read as it was written, `verify` finds nothing, and appends go on.
/// - `refused`: the store is not opened, with a typed error.
/// - `error`: something throws a typed error, nothing else differs, and `verify` names damage.
/// - `named`: everything is read as it was written, and `verify` names damage.
/// - `wrong`: something is read that was not written, and `verify` names damage.
/// - `silent`: the same, and `verify` finds nothing.
/// - `unverified`: something throws, and `verify` finds nothing.
/// - `untyped`: an error that is no `StoreError`.
/// - `broken`: a store that was right is not after an append.
struct DamageRun {
  let path: String
  private let isLarge: Bool
  private let pristine: [UInt8]
  private let truth: [String]

  /// Makes the store at `path` unless it is there.
  init(path: String, isLarge: Bool) throws {
    (self.path, self.isLarge) = (path, isLarge)
    let copy = URL(fileURLWithPath: "\(path)-pristine")
    if !FileManager.default.fileExists(atPath: copy.path) {
      // In another place, because what ran in the store's tasks may hold it for a moment longer.
      try DamagedStore(path: "\(path)-made", isLarge: isLarge).make()
      try FileManager.default.copyItem(atPath: "\(path)-made/data.mdb", toPath: copy.path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    pristine = [UInt8](try Data(contentsOf: copy))
    try pristine.withUnsafeBytes { try Data($0).write(to: Self.file(path)) }
    let store = try DamagedStore(path: path).open()
    truth = try Transcript(of: store).sections.map { try $0.text.get() }
  }

  /// Runs until standard input ends.
  func run() throws {
    Output.line("bytes \(pristine.count)")
    var pageChecks = StoreOptions.PageChecks.inBackground
    while let line = readLine() {
      if line == "checks none" { pageChecks = .none }
      guard let damage = DamageCase(line) else { continue }
      Output.line("begin \(damage)")
      try Data(damage.applied(to: pristine)).write(to: Self.file(path))
      // What an earlier one has found says nothing of this file.
      try? FileManager.default.removeItem(atPath: "\(path)/pages.checked")
      Output.line(outcome(pageChecks))
    }
    Output.line("finished")
  }

  private static func file(_ path: String) -> URL { URL(fileURLWithPath: "\(path)/data.mdb") }

  private func outcome(_ pageChecks: StoreOptions.PageChecks) -> String {
    let store: EventStore
    do { store = try DamagedStore(path: path, pageChecks: pageChecks).open() } catch {
      return error is StoreError ? "refused" : "untyped at open: \(error)"
    }
    var (wrong, failed): ([String], [String]) = ([], [])
    for (section, truth) in zip(Transcript(of: store).sections, truth) {
      switch section.text {
      case .success(truth): break
      case .success: wrong.append(section.name)
      case .failure(let error as StoreError): failed.append("\(section.name): \(error)")
      case .failure(let error): return "untyped in \(section.name): \(error)"
      }
    }
    let flaw = flaw(of: store)
    let grown = result { try append(to: store) }
    if !wrong.isEmpty { return "\(flaw == nil ? "silent" : "wrong") \(wrong) \(flaw ?? "")" }
    if let failure = failed.first { return "\(flaw == nil ? "unverified" : "error") \(failure)" }
    if let flaw { return "named \(flaw)" }
    if let grown { return "unverified append: \(grown)" }
    return self.flaw(of: store).map { "broken \($0)" } ?? "right"
  }

  /// What `verify` names first; nil when it finds nothing.
  private func flaw(of store: EventStore) -> String? {
    do {
      return try store.verify().checks.first { !$0.isSound }.map { "\($0.name): \($0.detail)" }
    } catch {
      return "\(error)"
    }
  }

  /// Enough to use the pages that are free.
  private func append(to store: EventStore) throws {
    for number in 0..<4 {
      let text = String(repeating: "a", count: number * 3000)
      try store.append(durability: .relaxed) { draft in
        let id = UUID(uuid: (8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
        try draft.append(CounterEvent(.opened, Mark(value: 1), text: "after"), to: id)
        try draft.append(CounterEvent(.noted, Mark(value: 1), text: text), to: id)
      }
    }
  }

  private func result(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
