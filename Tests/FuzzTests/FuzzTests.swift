import Foundation
import TestRun
import Testing

/// Bytes that somebody else may have made: every file of the corpus, and what comes of it by
/// chance.
@Suite(.tags(.slow)) struct FuzzTests {
  private static func corpus(_ target: FuzzTarget) throws -> [[UInt8]] {
    let folder = Bundle.module.bundleURL.appendingPathComponent("Corpus/\(target.rawValue)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }

  /// How many pages of hostile members are wanted, when somebody says so.
  private static let pages = ProcessInfo.processInfo.environment["DAYBOOK_HOSTILE_PAGES"]
    .flatMap { Int($0) }

  /// How many inputs a target gets here; `make fuzz` gives it millions.
  private func count(_ target: FuzzTarget) -> Int {
    switch target {
    case .page, .member: Self.pages ?? 200
    case .absorb: 20
    case .imports: 60
    case .csv, .neighbour, .manifest: 500
    case .log: 1_000
    default: 4_000
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `the corpus of a target is read or refused`(_ target: FuzzTarget) throws {
    let corpus = try Self.corpus(target)
    #expect(!corpus.isEmpty)
    for bytes in corpus { bytes.withUnsafeBytes { target.run($0) } }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `the corpus changed by chance is read or refused`(_ target: FuzzTarget) throws {
    var mutator = Mutator(seed: 1, corpus: try Self.corpus(target))
    var longest = Duration.zero
    for _ in 0..<count(target) {
      let bytes = mutator.next()
      longest = max(longest, workTime { bytes.withUnsafeBytes { target.run($0) } })
    }
    if Self.pages != nil { #expect(longest < .seconds(1), "\(target)") }
  }
}
