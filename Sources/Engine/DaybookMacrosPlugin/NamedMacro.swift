#if Macros

import SwiftSyntax
import SwiftSyntaxMacros

/// `@Named` writes nothing: `@Events` reads it.
enum NamedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var complaints = Complaints()
    let type = context.lexicalContext.first?.as(EnumDeclSyntax.self)
    if !declaration.is(EnumCaseDeclSyntax.self) || type?.attributes.first(named: "Events") == nil {
      complaints.add(
        "@Named names the cases of an enum of events: write @Events before the enum",
        at: node)
    }
    try complaints.check()
    return []
  }
}

#endif
