import Daybook
import Foundation

/// Members of a space under every fault that a seed thinks of: `simulate FIRST COUNT`.
///
/// One thread, one seed, virtual time. Stores, sessions, keys and folders are the product's own;
/// the clocks, identifiers, links, drives and ends of processes are not. A seed decides options
/// (`Options`), which decide all steps (`Step`) before the first is taken. First faults never stop,
/// then everything is mended, and within `World.rounds` rounds all must have the same and show what
/// the rules say (`Oracle`, which knows only the transactions' bytes). Of a run that fails the
/// seed, the options and the fewest steps that still fail are printed: `--whole` leaves out the
/// search for them, `--verbose` tells every exchange of a run that failed, `--first` ends with the
/// first failure. With `--remote` all runs have a remote folder.
///
/// | | what must hold | where |
/// |---|---|---|
/// | I1 | vectors have no holes and never shrink; a dot names one transaction | `look` |
/// | I2 | with a transaction comes all that its writer had seen | `look`, if nobody was refused |
/// | I3 | the hybrid clock rises, a day ahead of the wall clock at most | `look` |
/// | I4 | what a hub has said it had, it has, as long as its files are there | `lookAtHub` |
/// | I5 | what a device said it had survives power cuts; histories go on | `cutPower`, `look` |
/// | I6 | a hub gives each member all, in pages that each of them takes in | `heal`, `judge` |
/// | I7 | equal vectors give equal rows and the same space | `compare` |
/// | I8 | all are equal; rows built anew and the oracle agree; `verify` is content | `heal` |
/// | I9, I10 | what is final stays, purged or not | `purge`, `heal` |
/// | I11 | what was deleted or taken back stays so | the oracle |
/// | I12 | members, cuts and frontiers are those of the rules | `compare`, the oracle |
/// | I13 | strangers, forgers and other spaces get nothing in | `attack`, `look` |
/// | | of no member a folder is believed to have what it has not written | `lookAtClaims` |
/// | | what comes before a tail stays known when the tail is written again | `rewriting` |
/// | | a hub answers members alone, and nobody any more who was revoked | `answer` |
/// | I14 | messages of one dot are equal everywhere, of unknown events too | `look`, `heal` |
/// | I15 | one's own edit is there at once | `write` |
/// | I16 | a consumer gets each transaction once | `consume` |
/// | | what there is of others they have signed, and it can be passed on | `look` |
/// | | purges wait for peers for 90 days, and no longer | `purge`, `exchange` |
/// | | what all have by what a folder or a hub tells, all have | `frontier` |
///
/// A folder is on drives, which show files late and half, or in a bucket or on a WebDAV server in
/// memory, whose requests and answers are lost and whose lists are stale.
///
/// A hub has no positions that travel, so I6 is about what comes of them. Its process is killed,
/// its disk is full, its directory is put back to an older copy or lost: members bring back what it
/// lacks, an owner a snapshot of what they have purged, and at the end it has what all have.
///
/// Who lacks what all others have purged needs a snapshot, and who has purged to a frontier that
/// was cut off has to start again, which nobody can when no owner has all: `judgeBlocked`,
/// `outside`, `compareHub` and `mustStartAgain` are the only places that know.
enum Simulate {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.compactMap { UInt64($0) }
    let (first, count) = (numbers.first ?? 1, numbers.count > 1 ? numbers[1] : 1)
    let isVerbose = arguments.contains("--verbose")
    var failures = 0
    var tally: [String: Int] = [:]
    for seed in first..<first + count {
      let options = Options(seed: seed, isRemote: arguments.contains("--remote"))
      if isVerbose { print("seed \(seed): \(options)") }
      let outcome = await Run(options, options.plan()).end()
      tally.merge(outcome.tally, uniquingKeysWith: +)
      if let failure = outcome.failure {
        failures += 1
        print("seed \(seed) fails: \(failure)\n  \(options)")
        if arguments.contains("--first") { break }
        if !arguments.contains("--whole") {
          let shortest = await Shrinking(options, failure).shortest(options.plan())
          print(shortest.map { "    \($0)" }.joined(separator: "\n"))
          if isVerbose {
            var run = Run(options, shortest)
            run.isVerbose = true
            print("    \(await run.end().failure ?? "passes")")
          }
        }
      }
    }
    if isVerbose {
      for (name, count) in tally.sorted(by: { $0.key < $1.key }) { print("  \(name): \(count)") }
    }
    print("\(count) seeds from \(first), \(failures) failing")
    if failures > 0 { exit(1) }
  }
}

/// One run of steps.
struct Run {
  let options: Options
  let steps: [Step]
  var isVerbose = false

  init(_ options: Options, _ steps: [Step]) { (self.options, self.steps) = (options, steps) }

  /// What went wrong; nil when nothing did.
  func end() async -> (failure: String?, tally: [String: Int]) {
    var last = "the beginning"
    var world: World?
    do {
      let made = try await World(options)
      made.isVerbose = isVerbose
      world = made
      for (number, step) in steps.enumerated() {
        last = "step \(number), \(step)"
        try await made.perform(step)
      }
      last = "the end"
      try await made.heal()
      return (nil, made.tally)
    } catch {
      return ("\(error) (in \(last))", world?.tally ?? [:])
    }
  }
}

/// Finds out which steps a failure needs, by leaving out others.
struct Shrinking {
  private let options: Options
  private let kind: String

  init(_ options: Options, _ failure: String) {
    self.options = options
    kind = Self.kind(of: failure)
  }

  /// A failure without what differs from run to run: who it is about, and in which step.
  private static func kind(of failure: String) -> String {
    let text = failure.components(separatedBy: " (in ")[0]
    let words = text.split(separator: " ").prefix(14)
    return words.filter { $0.allSatisfy { $0.isLowercase || $0.isPunctuation } }
      .joined(separator: " ")
  }

  private func fails(_ steps: [Step]) async -> Bool {
    guard let failure = await Run(options, steps).end().failure else { return false }
    return Self.kind(of: failure) == kind
  }

  func shortest(_ steps: [Step]) async -> [Step] {
    var steps = steps
    var size = max(steps.count / 2, 1)
    while size >= 1 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if await fails(fewer) {
          steps = fewer
        } else {
          start += size
        }
      }
      if size == 1 { break }
      size /= 2
    }
    return await withFewerFaults(steps)
  }

  private func withFewerFaults(_ steps: [Step]) async -> [Step] {
    var steps = steps
    for index in steps.indices {
      for fault in steps[index].faults.indices.reversed() {
        var fewer = steps
        fewer[index].faults.remove(at: fault)
        if await fails(fewer) { steps = fewer }
      }
    }
    return steps
  }
}
