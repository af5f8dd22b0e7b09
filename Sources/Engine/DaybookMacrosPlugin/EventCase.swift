#if Macros

import SwiftSyntax
import SwiftSyntaxBuilder

/// A case of an enum of events, and how it is stored.
struct EventCase {
  let name: String
  let stored: EventName
  let values: [EnumCaseParameterSyntax]

  /// Every case, as far as nothing is wrong with it.
  static func all(
    of declaration: EnumDeclSyntax, _ complaints: inout Complaints
  ) -> [EventCase] {
    var cases: [EventCase] = []
    for member in declaration.memberBlock.members {
      member.decl.checkCondition(&complaints)
      guard let item = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
      guard item.elements.count == 1, let element = item.elements.first else {
        complaints.add("declare each case by itself, with its @Named", at: item)
        continue
      }
      guard let attribute = item.attributes.first(named: "Named") else {
        complaints.add(
          "“\(element.name.text)” has no stored name: write @Named(\"…\") before it, with a name "
            + "that never changes",
          at: item)
        continue
      }
      guard let stored = EventName(attribute, &complaints) else { continue }
      let values = element.parameterClause.map { Array($0.parameters) } ?? []
      let found = EventCase(name: element.name.text, stored: stored, values: values)
      found.check(&complaints)
      cases.append(found)
    }
    checkDistinct(cases, &complaints)
    return cases
  }

  private static func checkDistinct(_ cases: [EventCase], _ complaints: inout Complaints) {
    var first: [String: Syntax] = [:]
    for item in cases {
      if let known = first[item.stored.text] {
        complaints.add(
          "the name “\(item.stored.text)” is given twice: take one that no event ever had",
          at: item.stored.place, first: known)
      } else {
        first[item.stored.text] = item.stored.place
      }
    }
  }

  /// Whether the payload is that of its one value, or field 1 with that.
  var isWhole: Bool { stored.fields.isEmpty && values.count == 1 }

  private func check(_ complaints: inout Complaints) {
    for value in values {
      if let refusal = value.type.refusal {
        complaints.add(
          "“\(name)” cannot carry \(value.type.trimmedDescription): \(refusal)", at: value.type)
      }
      if let initial = value.defaultValue?.value, let refusal = value.type.refusal(of: initial) {
        complaints.add("a value of “\(name)” cannot begin so: \(refusal)", at: initial)
      }
    }
    if isWhole, let value = values.first?.defaultValue {
      complaints.add(
        "a value with a default is a field: say which, by fields: 1 in @Named", at: value)
    }
    guard !isWhole, stored.fields.count != values.count else { return }
    let numbers = values.indices.map { "\($0 + 1)" }.joined(separator: ", ")
    complaints.add(
      values.isEmpty
        ? "“\(name)” carries nothing: leave out fields"
        : "“\(name)” carries \(values.count) values: give each its number, such as fields: \(numbers)",
      at: stored.place)
  }
}

#endif
