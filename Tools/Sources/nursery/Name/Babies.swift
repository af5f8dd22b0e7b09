import Daybook
import DaybookTool
import Nursery

/// The babies that there are, and how they are named.
struct Babies: Sendable {
  let all: [CurrentProfile]
  private let names: [UUID: String]
  /// Why there is none, and what to do.
  private let reason: String

  /// How much of a name is shown beside entries, in columns.
  private static let widest = 40

  /// - Parameter reason: why there is none, in case that is so.
  init(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, reason: String = Self.reason
  ) throws {
    self.reason = reason
    all = try reader.view(CurrentProfiles.self).all()
    names = Dictionary(
      all.map { ($0.id, $0.profile.name.cut(to: Self.widest)) }, uniquingKeysWith: { a, _ in a })
  }

  init(_ store: EventStore, _ arguments: StoreArguments, asOf token: History.Token? = nil) throws {
    let sharing = try Sharing(store)
    let reason =
      switch sharing {
      case .begun, .joined: sharing.lack(arguments)
      case .alone, .shared: "\(Self.reason): " + arguments.command("profile add NAME")
      }
    if let token {
      self = try store.read(asOf: token) { try Babies($0, reason: reason) }
    } else {
      self = try store.read { try Babies($0, reason: reason) }
    }
  }

  private static let reason = "there is no baby yet; add one"

  /// The name; `Unknown` for nobody and for a deleted baby.
  subscript(baby: UUID?) -> String { baby.flatMap { names[$0] } ?? "Unknown" }

  /// The name; of a baby that is not there the beginning of its id too, which tells it from
  /// nobody.
  func heading(_ baby: UUID?) -> String {
    guard let baby else { return self[nil] }
    return names[baby] ?? "\(self[nil]) (\(IDPrefix.shortest(baby)))"
  }

  /// The sentence where there is none.
  var nothing: String { reason.sentence }

  /// The babies by name.
  var byName: Names {
    Names(
      all: all.map { NamedThing(id: $0.id, name: $0.profile.name) }, word: "baby",
      plural: "babies", nothing: reason)
  }

  /// The baby of that name, in any case of its letters, or whose name or id begins so.
  ///
  /// - Throws: `NameError` for none and for several.
  func find(_ text: String) throws -> UUID { try byName.find(text) }

  /// The one that is meant when none is named: the only one.
  ///
  /// - Throws: `BadText` when there are several, `NameError` when there is none.
  func only() throws -> UUID {
    if let baby = all.first, all.count == 1 { return baby.id }
    if all.isEmpty { return try find("") }
    throw BadText("say which baby: --baby \(byName.words.joined(separator: " or "))")
  }
}
