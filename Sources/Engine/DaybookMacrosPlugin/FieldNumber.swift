#if Macros

import SwiftSyntax

/// A number that reaches the disk, where it is written.
struct FieldNumber {
  let value: Int
  let place: Syntax

  /// Complains about what is no number of a field.
  init?(_ expression: ExprSyntax, _ complaints: inout Complaints) {
    guard let value = expression.integer else {
      complaints.add(
        "write the number itself, such as 1: it is part of the stored format", at: expression)
      return nil
    }
    guard (1..<1 << 29).contains(value), !(19_000..<20_000).contains(value) else {
      complaints.add(
        "\(value) cannot be the number of a field: take one from 1 to 536870911, "
          + "but none from 19000 to 19999",
        at: expression)
      return nil
    }
    self.value = value
    place = Syntax(expression)
  }
}

extension [FieldNumber] {
  /// Complains about numbers that are there twice.
  func checkDistinct(_ complaints: inout Complaints) {
    var first: [Int: Syntax] = [:]
    for number in self {
      if let known = first[number.value] {
        complaints.add(
          "the number \(number.value) is given twice: take one that no field ever had here",
          at: number.place, first: known)
      } else {
        first[number.value] = number.place
      }
    }
  }
}

#endif
