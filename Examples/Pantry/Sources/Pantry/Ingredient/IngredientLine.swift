public import DaybookMacros

/// A line of a recipe or of a shopping list: the words as they were typed, and what they say.
@Payload public struct IngredientLine: Equatable, Sendable {
  @Field(1) public var text: String
  @Field(2) public var name: String
  /// nil when the line begins with no amount, such as “salt to taste”.
  @Field(3) public var quantity: Quantity?
  /// What follows a comma or stands in parentheses.
  @Field(4) public var note: String?
}

extension IngredientLine {
  /// Reads a line such as “2 1/2 cups flour, sifted”; whatever it does not understand is part of
  /// the name.
  public init(_ text: String) {
    let (head, note) = Self.parts(of: text)
    var scanner = LineScanner(head)
    let quantity = scanner.quantity()
    let (name, advice) = Self.advice(in: scanner.rest)
    let notes = [advice, note].compactMap(\.self)
    self.init(
      text: text, name: name.isEmpty ? head : name, quantity: quantity,
      note: notes.isEmpty ? nil : notes.joined(separator: ", "))
  }

  /// Reads a line that is to name something.
  ///
  /// - Throws: `NamelessLine`.
  init(naming text: String) throws {
    self.init(text)
    if name.isEmpty { throw NamelessLine(text: text) }
  }

  /// The same for so many times as much.
  public func scaled(by factor: Double) -> IngredientLine {
    guard let quantity, factor != 1 else { return self }
    var line = self
    let scaled = quantity.scaled(by: factor).tidied
    line.quantity = scaled
    // A line that is only an amount is called so.
    if IngredientLine(name).quantity != nil { line.name = scaled.text }
    line.text = line.name == scaled.text ? scaled.text : "\(scaled.text) \(name)"
    if let note { line.text += ", \(note)" }
    return line
  }

  /// A name without the words at its end that say how much is enough; and these.
  private static func advice(in name: String) -> (name: String, advice: String?) {
    for advice in ["to taste", "as needed", "for serving"] {
      let rest = name.dropLast(advice.count)
      if name.lowercased().hasSuffix(advice), rest.last == " " {
        return (String(rest.dropLast()), advice)
      }
    }
    return (name, nil)
  }

  /// The text before the first comma that is not part of a number, without what stands in
  /// parentheses; and the rest.
  private static func parts(of text: String) -> (head: String, note: String?) {
    var (head, inner, tail) = ("", "", "")
    var depth = 0
    var isTail = false
    let characters = Array(text)
    for (place, character) in characters.enumerated() {
      switch character {
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      case "," where depth == 0 && !isTail && !isDecimal(characters, place): isTail = true
      default:
        if depth > 0 {
          inner.append(character)
        } else if isTail {
          tail.append(character)
        } else {
          head.append(character)
        }
      }
    }
    let notes = [inner, tail].map { $0.singleSpaced }.filter { !$0.isEmpty }
    return (head.singleSpaced, notes.isEmpty ? nil : notes.joined(separator: ", "))
  }

  /// Whether the comma there is within a number, as in “2,5 dl”.
  private static func isDecimal(_ characters: [Character], _ place: Int) -> Bool {
    guard place > 0, place + 1 < characters.count else { return false }
    return characters[place - 1].isASCIIDigit && characters[place + 1].isASCIIDigit
  }
}

extension String {
  /// The words with one space between them, and none around them.
  fileprivate var singleSpaced: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
