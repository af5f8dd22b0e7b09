#if Macros

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Events`: writing and reading the named cases of an enum.
enum EventsMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var complaints = Complaints()
    let cases = cases(of: declaration, node, &complaints)
    try complaints.check()
    let access = Access(of: declaration, in: context).prefix
    return [
      DeclSyntax(
        """
        extension \(type.trimmed): EntityEvent {
          \(raw: access)static let types: [EventType] = [
        \(raw: cases.map { "\($0.stored.construction)," }.indented(4))
          ]

          \(raw: access)var typeIndex: Int {
            switch self {
        \(raw: cases.enumerated().map { "case .\($1.name): \($0)" }.indented(4))
            }
          }

          \(raw: access)func encode(into writer: inout PayloadWriter) {
            switch self {
        \(raw: cases.flatMap(\.writing).indented(4))
            }
          }

          \(raw: access)static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
            switch typeIndex {
        \(raw: reading(cases).indented(4))
            }
          }
        }
        """
      ).cast(ExtensionDeclSyntax.self)
    ]
  }

  private static func cases(
    of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, _ complaints: inout Complaints
  ) -> [EventCase] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      complaints.add(
        "@Events is for an enum, with one case for each event; a struct takes @Payload", at: node)
      return []
    }
    let hasCases = declaration.memberBlock.members.contains { $0.decl.is(EnumCaseDeclSyntax.self) }
    if !hasCases {
      complaints.add("an enum of events needs at least one case", at: declaration.name)
    }
    return EventCase.all(of: declaration, &complaints)
  }

  private static func reading(_ cases: [EventCase]) -> [String] {
    cases.enumerated().flatMap { index, item in
      // The engine gives no other index than those of `types`.
      let head = index == cases.count - 1 ? "default:" : "case \(index):"
      return [head] + item.reading.map { "  " + $0 }
    }
  }
}

#endif
