#if Macros

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Payload`: writing and reading the numbered properties of a struct.
enum PayloadMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var complaints = Complaints()
    guard declaration.is(StructDeclSyntax.self) else {
      complaints.add(
        "@Payload is for a struct: an enum with raw values conforms to PayloadValue, and one of "
          + "events takes @Events",
        at: node)
      try complaints.check()
      return []
    }
    let fields = PayloadField.all(of: declaration, &complaints)
    let access = Access(of: declaration, in: context)
    if access != .internal { checkTypes(fields, of: declaration, &complaints) }
    try complaints.check()
    return [
      DeclSyntax(
        """
        extension \(type.trimmed): PayloadCodable {
          \(raw: access.prefix)func encode(into writer: inout PayloadWriter) {
        \(raw: writing(fields).indented(4))
          }

          \(raw: access.prefix)init(from reader: inout PayloadReader) throws {
        \(raw: reading(fields).indented(4))
          }\(raw: names(fields, of: declaration, access))
        }
        """
      ).cast(ExtensionDeclSyntax.self)
    ]
  }

  /// What the fields are called, unless the declaration says that itself or there are none.
  private static func names(
    _ fields: [PayloadField], of declaration: some DeclGroupSyntax, _ access: Access
  ) -> String {
    let isDeclared = declaration.memberBlock.members.contains { member in
      member.decl.as(VariableDeclSyntax.self)?.bindings.contains {
        ["fieldNames", "propertyNames"].contains($0.pattern.trimmedDescription)
      } ?? false
    }
    if isDeclared || fields.isEmpty { return "" }
    let names = fields.map {
      "\($0.number.value): \"\($0.property.name.text.filter { $0 != "`" })\""
    }
    return "\n\n  \(access.prefix)static var fieldNames: [Int: String] {\n    ["
      + names.joined(separator: ", ") + "]\n  }"
  }

  private static func writing(_ fields: [PayloadField]) -> [String] {
    fields.map { "writer.value(\($0.number.value), self.\($0.property.name.text))" }
  }

  private static func reading(_ fields: [PayloadField]) -> [String] {
    var reading = FieldReading()
    var assignments: [String] = []
    for field in fields {
      let (property, number) = (field.property, field.number.value)
      if property.isSetBefore {
        reading.read(number, into: "self.\(property.name.text)")
      } else if let type = property.type {
        reading.read(number, into: "field\(number)", as: type.trimmed)
        assignments.append("self.\(property.name.text) = field\(number)")
      }
    }
    return reading.lines + assignments
  }

  /// The initialiser that others see names the types.
  private static func checkTypes(
    _ fields: [PayloadField], of declaration: some DeclGroupSyntax,
    _ complaints: inout Complaints
  ) {
    for property in fields.map(\.property) where property.knownType == nil {
      complaints.add(
        "write the type of “\(property.name.text)”, for the initialiser that other modules see",
        at: property.declaration)
    }
  }
}

extension PayloadMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    MemberwiseInitializer.members(of: declaration, Access(of: declaration, in: context))
  }
}

#endif
