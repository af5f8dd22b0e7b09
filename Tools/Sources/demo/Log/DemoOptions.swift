import Foundation

/// What the demonstration is asked for.
struct DemoOptions {
  /// How many events.
  private(set) var events = 100_000
  /// The number that the family follows from.
  private(set) var seed: UInt64 = 1
  /// The directory of a store that stays; nil for a store that leaves nothing behind.
  private(set) var store: String?

  init(_ arguments: [String]) throws(WrongArgument) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard ["--events", "--seed", "--store"].contains(name) else {
        throw WrongArgument("there is no “\(name)”; it takes --events N, --seed N and --store DIR")
      }
      guard let value = rest.popFirst() else { throw WrongArgument("\(name) lacks its value") }
      switch name {
      case "--events":
        guard let number = Int(value), (1...10_000_000).contains(number) else {
          throw WrongArgument("--events takes a number from 1 to 10000000, not “\(value)”")
        }
        events = number
      case "--seed":
        guard let number = UInt64(value) else {
          throw WrongArgument("--seed takes a number from 0, not “\(value)”")
        }
        seed = number
      default:
        guard !value.isEmpty, !FileManager.default.fileExists(atPath: value) else {
          throw WrongArgument("--store takes a directory that is not there yet, not “\(value)”")
        }
        store = value
      }
    }
  }
}

/// An argument that cannot be.
struct WrongArgument: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
