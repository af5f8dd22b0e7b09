#if Macros

import SwiftSyntax

/// A property of a `@Payload` and its number.
struct PayloadField {
  let property: StoredProperty
  let number: FieldNumber

  /// Every field, as far as nothing is wrong with it.
  static func all(
    of declaration: some DeclGroupSyntax, _ complaints: inout Complaints
  ) -> [PayloadField] {
    let fields = StoredProperty.all(of: declaration, &complaints).compactMap { property in
      check(property, &complaints)
      return number(of: property, &complaints).map {
        PayloadField(property: property, number: $0)
      }
    }
    fields.map(\.number).checkDistinct(&complaints)
    checkOthers(of: declaration, &complaints)
    return fields
  }

  private static func number(
    of property: StoredProperty, _ complaints: inout Complaints
  ) -> FieldNumber? {
    guard let attribute = property.declaration.attributes.first(named: "Field") else {
      complaints.add(
        "“\(property.name.text)” has no number: write @Field(n) before it, with a number that no "
          + "field ever had here",
        at: property.declaration)
      return nil
    }
    return attribute.list.first.flatMap { FieldNumber($0.expression, &complaints) }
  }

  private static func check(_ property: StoredProperty, _ complaints: inout Complaints) {
    let name = property.name.text
    if let type = property.type, let refusal = type.refusal {
      complaints.add("“\(name)” cannot be a field as \(type.trimmed): \(refusal)", at: type)
    }
    guard let initial = property.initial else { return }
    if property.isConstant {
      complaints.add(
        "“\(name)” always has this value, so it cannot be read: make it a var", at: initial)
    }
    if let type = property.type, let refusal = type.refusal(of: initial) {
      complaints.add("“\(name)” cannot begin so: \(refusal)", at: initial)
    } else if property.type == nil, let array = initial.as(ArrayExprSyntax.self),
      !array.elements.isEmpty
    {
      complaints.add("“\(name)” cannot begin so: \(TypeSyntax.refusalOfElements)", at: initial)
    }
    if let call = initial.changing {
      complaints.add(
        "\(call) is another value at each reading of a payload that lacks “\(name)”: make it "
          + "optional, or give the value where it is made",
        at: initial)
    }
  }

  /// Complains about numbers of what is not stored.
  private static func checkOthers(
    of declaration: some DeclGroupSyntax, _ complaints: inout Complaints
  ) {
    var ignored = Complaints()
    let stored = StoredProperty.all(of: declaration, &ignored).map(\.declaration.id)
    for member in declaration.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        !stored.contains(variable.id), variable.bindings.count == 1,
        !variable.modifiers.contains(where: { $0.name.text == "lazy" }),
        let attribute = variable.attributes.first(named: "Field")
      else { continue }
      complaints.add(
        "only a stored property of an instance is a field: take @Field away", at: attribute)
    }
  }
}

extension ExprSyntax {
  /// The call here that gives another value each time, as far as its name tells.
  fileprivate var changing: String? {
    let text = trimmedDescription
    let known = ["UUID()", "UUID.timeOrdered()", ".timeOrdered()", "Date()", "Date.now", ".now"]
    if known.contains(text) || text == ".init()" { return text }
    return text.contains(".random(") ? text : nil
  }
}

#endif
