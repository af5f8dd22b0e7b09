#if Macros

import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Named` says of a case.
struct EventName {
  let text: String
  let version: Int
  /// The numbers of the values; empty where none are given.
  let fields: [FieldNumber]
  let place: Syntax

  init?(_ attribute: AttributeSyntax, _ complaints: inout Complaints) {
    let arguments = attribute.list
    guard let name = arguments.first?.expression, let text = name.text else {
      complaints.add(
        "write the name itself, as one text: it is part of the stored format",
        at: arguments.first.map { Syntax($0.expression) } ?? Syntax(attribute))
      return nil
    }
    if text.isEmpty || text.utf8.count > 200 {
      complaints.add("a stored name has from 1 to 200 bytes", at: name)
    }
    self.text = text
    place = Syntax(name)
    var version = 1
    if let argument = arguments.first(where: { $0.label?.text == "version" }) {
      if let written = argument.expression.integer, written >= 1 {
        version = written
      } else {
        complaints.add("write the version itself, from 1 on", at: argument.expression)
      }
    }
    self.version = version
    let fields = arguments.drop { $0.label?.text != "fields" }
    self.fields = fields.compactMap { FieldNumber($0.expression, &complaints) }
    self.fields.checkDistinct(&complaints)
  }

  /// The Swift of its `EventType`.
  var construction: String {
    let name = StringLiteralExprSyntax(content: text).description
    return version == 1 ? "EventType(\(name))" : "EventType(\(name), version: \(version))"
  }
}

#endif
