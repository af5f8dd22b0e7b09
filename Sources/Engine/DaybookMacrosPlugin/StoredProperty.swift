#if Macros

import SwiftSyntax

/// A stored property of a struct.
struct StoredProperty {
  let declaration: VariableDeclSyntax
  let name: TokenSyntax
  /// As it is written; nil where the value tells it.
  let type: TypeSyntax?
  let initial: ExprSyntax?
  let isConstant: Bool

  /// Every stored property of an instance, in order.
  static func all(
    of declaration: some DeclGroupSyntax, _ complaints: inout Complaints
  ) -> [StoredProperty] {
    var found: [StoredProperty] = []
    for member in declaration.memberBlock.members {
      member.decl.checkCondition(&complaints)
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStored else {
        continue
      }
      guard variable.bindings.count == 1, let binding = variable.bindings.first,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else {
        complaints.add("declare each stored property by itself, one a line", at: variable)
        continue
      }
      if let modifier = variable.modifiers.first(where: { $0.name.text == "lazy" }) {
        complaints.add("“\(name.text)” is lazy: leave that out, or compute it", at: modifier)
        continue
      }
      found.append(
        StoredProperty(
          declaration: variable, name: name, type: binding.typeAnnotation?.type,
          initial: binding.initializer?.value,
          isConstant: variable.bindingSpecifier.text == "let"))
    }
    return found
  }

  /// Whether the property has a value before an initialiser sets it.
  var isSetBefore: Bool {
    initial != nil || !isConstant && type?.is(OptionalTypeSyntax.self) == true
  }

  /// The type, or that of a literal.
  var knownType: String? {
    if let type { return type.trimmedDescription }
    guard let initial else { return nil }
    if initial.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if initial.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if initial.is(FloatLiteralExprSyntax.self) { return "Double" }
    return initial.is(StringLiteralExprSyntax.self) ? "String" : nil
  }
}

extension VariableDeclSyntax {
  /// Whether an instance stores it.
  var isStored: Bool { !isOfType && bindings.contains(where: \.isStored) }

  /// Whether it belongs to the type and not to an instance.
  private var isOfType: Bool {
    modifiers.contains { ["static", "class"].contains($0.name.text) }
  }
}

extension PatternBindingSyntax {
  /// Whether it has storage: no accessors, or only those that observe it.
  fileprivate var isStored: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.allSatisfy {
      ["willSet", "didSet"].contains($0.accessorSpecifier.text)
    }
  }
}

#endif
