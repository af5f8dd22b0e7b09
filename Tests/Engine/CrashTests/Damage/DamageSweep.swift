import Foundation
import LMDB
import TemporaryFolders
import Testing
import crashwriter

/// Damages one store in many ways, each tried by a process that may die of it.
struct DamageSweep {
  /// What came of the cases: how many of each class, and which they were.
  private(set) var classes: [String: [String]] = [:]
  /// The store's file as it was written.
  private(set) var bytes: [UInt8] = []

  /// The pages to which a tree leads.
  private var inUse: Set<Int> = []
  private let directory: TemporaryFolder
  private let mode: String
  /// Whether stores are opened without looking at their pages.
  private let checksNothing: Bool

  /// - Parameter isLarge: whether the file is too large to be looked at in full when it is opened.
  init(isLarge: Bool = false, checksNothing: Bool = false) throws {
    directory = try TemporaryFolder(inMemory: true)
    mode = isLarge ? "damage-large" : "damage"
    self.checksNothing = checksNothing
    let victim = try start()
    let lines = victim.lines(through: "bytes")
    _ = victim.end()
    try #require(lines.last?.hasPrefix("bytes") == true, "\(lines)")
    let pristine = URL(fileURLWithPath: directory.path + "/store-pristine")
    bytes = [UInt8](try Data(contentsOf: pristine))
    let pages = try PageRescue(directory: directory.path + "/store-made")
    try pages.rows { _, _, _ in }
    inUse = Set((0..<length / DamageCase.pageSize).filter { pages.isInUse(UInt64($0)) })
  }

  var length: Int { bytes.count }

  private func start() throws -> Victim {
    // Without traces of crashes, which are expected and take long.
    let variables = ["SWIFT_BACKTRACE": "enable=no"]
    return try Victim(mode, at: directory.path + "/store", variables: variables)
  }

  /// Runs cases, a hundred for each process that lives so long.
  mutating func run(_ cases: [DamageCase]) throws {
    var rest = cases[...]
    while !rest.isEmpty {
      let batch = rest.prefix(100)
      rest = rest.dropFirst(try run(batch: batch))
    }
  }

  /// Returns how many of a batch have been settled.
  private mutating func run(batch: ArraySlice<DamageCase>) throws -> Int {
    let victim = try start()
    if checksNothing { victim.say("checks none") }
    for damage in batch { victim.say("\(damage)") }
    victim.endInput()
    let (lines, ending) = victim.finish()
    let said = lines.filter { !$0.hasPrefix("bytes") && $0 != "finished" }
    for pair in stride(from: 0, to: said.count, by: 2) {
      let name = said[pair].dropFirst("begin ".count)
      let outcome =
        pair + 1 < said.count ? said[pair + 1] : ending == .hang ? "hang" : "crash by \(ending)"
      let sort = outcome.prefix { $0 != " " }
      classes[String(sort), default: []].append("\(name): \(outcome)")
    }
    let settled = (said.count + 1) / 2
    try #require(settled > 0, "\(lines) \(ending)")
    return settled
  }

  /// How many cases of each class there were, for each sort of damage.
  var counts: String {
    var counts: [String: [String: Int]] = [:]
    for (name, cases) in classes {
      for one in cases {
        counts[String(one.prefix { $0 != " " }), default: [:]][name, default: 0] += 1
      }
    }
    return counts.sorted { $0.key < $1.key }.map { sort, classes in
      let numbers = classes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      return "\(sort): \(numbers.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// One bit of each byte.
  var flips: [DamageCase] { (0..<length).map(flip) }

  /// Every leaf in use zeroed and put in the place of another, and one bit of the header and of the
  /// nodes of each.
  var leaves: [DamageCase] {
    let leaves = pagesInUse(2)
    return leaves.enumerated().flatMap { index, page -> [DamageCase] in
      let start = page * DamageCase.pageSize
      let places = [12 + page % 4, 16 + page % 40, 2000 + page % 2000]
      let other = leaves[(index + leaves.count / 3) % leaves.count]
      return [.zero(page), .swap(page, other)] + places.map { flip(start + $0) }
    }
  }

  /// One bit of each byte of the roots, of the beginning of every branch in use and of every
  /// sixteenth byte after it, and each of these pages zeroed.
  var trunk: [DamageCase] {
    let size = DamageCase.pageSize
    return ([0, 1] + pagesInUse(1)).flatMap { page -> [DamageCase] in
      let places = (0..<size).filter { page < 2 ? $0 < 256 : $0 < 64 || $0 % 16 == page % 16 }
      return [.zero(page)] + places.map { flip(page * size + $0) }
    }
  }

  /// Damage that cannot go unnoticed, however few are drawn: the number of a leaf in use.
  var certain: DamageCase { flip(pagesInUse(2)[0] * DamageCase.pageSize) }

  /// The pages of trees with these flags of LMDB's.
  private func pagesInUse(_ flags: UInt8) -> [Int] {
    (2..<length / DamageCase.pageSize).filter {
      bytes[$0 * DamageCase.pageSize + 10] == flags && inUse.contains($0)
    }
  }

  /// Which bit is turned, the byte's place says.
  private func flip(_ place: Int) -> DamageCase {
    .flip(place, bit: (place &* 5 &+ place >> 8) % 8)
  }

  /// Every page zeroed, put in the place of others, and missing with what follows.
  var pages: [DamageCase] {
    let count = length / DamageCase.pageSize
    return (0..<count).flatMap { page -> [DamageCase] in
      let next = (page + 1) % count
      let far = (page + count / 2) % count
      let start = page * DamageCase.pageSize
      return [
        .zero(page), .swap(page, next), .swap(page, far), .copy(page, next), .copy(page, far),
        .cut(start), .cut(start + 777),
      ]
    }
  }
}
