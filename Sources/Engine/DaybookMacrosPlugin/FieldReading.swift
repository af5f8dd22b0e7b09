#if Macros

import SwiftSyntax

/// The lines that read fields in any order into places, and look that none is missing.
struct FieldReading {
  private var declarations: [String] = []
  private var cases: [String] = []
  private var guards: [String] = []

  /// Reads a field into a place that has a value already.
  mutating func read(_ number: Int, into place: String) {
    cases.append("case \(number): try reader.read(into: &\(place))")
  }

  /// Reads a field into a variable of its own.
  mutating func read(
    _ number: Int, into variable: String, as type: TypeSyntax, initial: ExprSyntax? = nil
  ) {
    if let initial {
      declarations.append("var \(variable): \(type) = \(initial)")
    } else {
      switch FieldType(type) {
      case .optional: declarations.append("var \(variable): \(type) = nil")
      case .array: declarations.append("var \(variable): \(type) = []")
      case .single:
        declarations.append("var \(variable): \(type)? = nil")
        guards.append(
          "guard let \(variable) else { throw PayloadError.missing(\(number)) }")
      }
    }
    read(number, into: variable)
  }

  var lines: [String] {
    if cases.isEmpty { return ["while try reader.next() != nil {}"] }
    return declarations + [
      "while let number = try reader.next() {", "  switch number {",
    ] + cases.map { "  " + $0 } + ["  default: break", "  }", "}"] + guards
  }
}

extension [String] {
  /// The lines, each so many spaces from the left.
  func indented(_ spaces: Int) -> String {
    map { String(repeating: " ", count: spaces) + $0 }.joined(separator: "\n")
  }
}

#endif
