#if Macros

import SwiftSyntax

extension DeclSyntax {
  /// Complains about what is stored only in some builds: a macro does not know which one this is.
  func checkCondition(_ complaints: inout Complaints) {
    guard let condition = self.as(IfConfigDeclSyntax.self) else { return }
    for clause in condition.clauses {
      guard case .decls(let members)? = clause.elements else { continue }
      for member in members {
        if member.decl.isStored {
          complaints.add(
            "what is stored is the same in every build: move this out of #if", at: member.decl)
        }
        member.decl.checkCondition(&complaints)
      }
    }
  }

  /// Whether it is a case, or a property with storage.
  private var isStored: Bool {
    self.is(EnumCaseDeclSyntax.self) || self.as(VariableDeclSyntax.self)?.isStored == true
  }
}

#endif
