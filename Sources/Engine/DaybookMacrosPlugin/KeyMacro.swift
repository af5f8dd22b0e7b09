#if Macros

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Key`: a key whose parts are the properties of a struct.
enum KeyMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var complaints = Complaints()
    let parts = parts(of: declaration, node, &complaints)
    try complaints.check()
    let access = Access(of: declaration, in: context).prefix
    let types = parts.map(\.type)
    let others = types.dropFirst().joined(separator: ", ")
    let rest = types.count == 2 ? others : "Key\(types.count - 1)<\(others)>"
    return [
      DeclSyntax(
        """
        extension \(type.trimmed): CompositeKey {
          \(raw: access)typealias First = \(raw: types[0])
          \(raw: access)typealias Rest = \(raw: rest)

          \(raw: access)func encode(into writer: inout KeyWriter) {
        \(raw: parts.map { "self.\($0.name).encode(into: &writer)" }.indented(4))
          }

          \(raw: access)init(from reader: inout KeyReader) throws {
        \(raw: parts.map { "self.\($0.name) = try \($0.construction)(from: &reader)" }.indented(4))
          }
        }
        """
      ).cast(ExtensionDeclSyntax.self)
    ]
  }

  private struct Part {
    let name: String
    let type: String
    /// The type as it can be called: `UUID?` cannot.
    let construction: String
  }

  private static func parts(
    of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, _ complaints: inout Complaints
  ) -> [Part] {
    guard declaration.is(StructDeclSyntax.self) else {
      complaints.add(
        "@Key is for a struct: an enum with raw values conforms to OrderedKey", at: node)
      return []
    }
    let properties = StoredProperty.all(of: declaration, &complaints)
    if !(2...6).contains(properties.count) {
      complaints.add(
        "a key has two to six parts, and this has \(properties.count): take a single one as the "
          + "key itself, and put more into the row",
        at: node)
    }
    return properties.compactMap { part($0, &complaints) }
  }

  private static func part(_ property: StoredProperty, _ complaints: inout Complaints) -> Part? {
    let name = property.name.text
    if property.isConstant, let initial = property.initial {
      complaints.add(
        "“\(name)” always has this value, so it is no part of a key: make it static",
        at: initial)
    }
    guard let type = property.knownType else {
      complaints.add(
        "write the type of “\(name)”: it is part of the key", at: property.declaration)
      return nil
    }
    if let type = property.type, type.isNoPart {
      complaints.add(
        "“\(name)” cannot be part of a key as \(type.trimmed): a part is an integer, a truth value, a date, a "
          + "text, an identifier, a raw value, or an optional of these",
        at: type)
    }
    let construction = property.type?.wrapped.map { "Optional<\($0.trimmed)>" } ?? type
    return Part(name: name, type: type, construction: construction)
  }
}

extension TypeSyntax {
  /// Whether it is certain that it has no order that the bytes of a key have.
  fileprivate var isNoPart: Bool {
    if let wrapped { return wrapped.isNoPart }
    let name = self.as(IdentifierTypeSyntax.self)?.name.text
    return element != nil || refusal != nil || name == "Double" || name == "Data"
  }
}

extension KeyMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    MemberwiseInitializer.members(of: declaration, Access(of: declaration, in: context))
  }
}

#endif
