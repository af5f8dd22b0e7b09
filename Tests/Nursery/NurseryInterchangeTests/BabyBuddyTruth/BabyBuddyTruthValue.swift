import Foundation

/// Whatever stands in a file of the truth.
enum BabyBuddyTruthValue: Decodable {
  case none
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([String])
  case cells([String: BabyBuddyTruthValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .none
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([String].self) {
      self = .list(list)
    } else {
      self = .cells(try value.decode([String: BabyBuddyTruthValue].self))
    }
  }

  /// One text for values that are equal.
  var description: String {
    switch self {
    case .none: "nil"
    case .flag(let flag): "\(flag)"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): text
    case .list(let list): list.joined(separator: "|")
    case .cells(let cells): "\(cells.count) cells"
    }
  }

  /// By child, then by day or question, then by cell.
  static func read(
    _ folder: CorpusFolder, _ name: String
  ) throws -> [String: [String: [String: BabyBuddyTruthValue]]] {
    let data = try Data(contentsOf: folder.file("expected/\(name).json"))
    return try JSONDecoder().decode(
      [String: [String: [String: BabyBuddyTruthValue]]].self, from: data)
  }
}
