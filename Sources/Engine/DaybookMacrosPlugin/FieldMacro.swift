#if Macros

import SwiftSyntax
import SwiftSyntaxMacros

/// `@Field` writes nothing: `@Payload` reads it.
enum FieldMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var complaints = Complaints()
    let type = context.lexicalContext.first
    let isOfPayload =
      type?.as(StructDeclSyntax.self)?.attributes.first(named: "Payload") != nil
    if !isOfPayload {
      complaints.add(
        "@Field numbers the stored properties of a struct: write @Payload before the struct",
        at: node)
    }
    try complaints.check()
    return []
  }
}

#endif
