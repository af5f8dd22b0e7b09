import Daybook
import Foundation

/// The command: `simulate FIRST COUNT [--verbose]`.
enum Simulate {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.compactMap { UInt64($0) }
    let (first, count) = (numbers.first ?? 1, numbers.count > 1 ? numbers[1] : 1)
    let isVerbose = arguments.contains("--verbose")
    var failures = 0
    var tally: [String: Int] = [:]
    for seed in first..<first + count {
      let options = Options(seed: seed)
      if isVerbose { print("seed \(seed): \(options)") }
      let outcome = await Run(options, options.plan()).end()
      tally.merge(outcome.tally, uniquingKeysWith: +)
      if let failure = outcome.failure {
        failures += 1
        print("seed \(seed) fails: \(failure)\n  \(options)")
        if !arguments.contains("--whole") {
          let shortest = await Shrinking(options, failure).shortest(options.plan())
          print(shortest.map { "    \($0)" }.joined(separator: "\n"))
          if isVerbose {
            var run = Run(options, shortest)
            run.isVerbose = true
            _ = await run.end()
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
