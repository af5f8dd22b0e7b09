#if Macros

import SwiftSyntax

/// The type of a field as it is written.
enum FieldType {
  /// Nil is an absent field.
  case optional
  /// One field for each element.
  case array
  /// Anything else: the field must be there.
  case single

  init(_ type: TypeSyntax) {
    if type.wrapped != nil {
      self = .optional
    } else if type.element != nil {
      self = .array
    } else {
      self = .single
    }
  }
}

extension TypeSyntax {
  /// What an optional wraps.
  var wrapped: TypeSyntax? {
    self.as(OptionalTypeSyntax.self)?.wrappedType ?? argument(of: "Optional")
  }

  /// What an array holds.
  var element: TypeSyntax? { self.as(ArrayTypeSyntax.self)?.element ?? argument(of: "Array") }

  private func argument(of name: String) -> TypeSyntax? {
    guard let type = self.as(IdentifierTypeSyntax.self), type.name.text == name,
      case .type(let argument)? = type.genericArgumentClause?.arguments.first?.argument
    else { return nil }
    return argument
  }

  /// What to do about a type that no field can have; nil where only the compiler can tell.
  var refusal: String? {
    if self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return "write ? instead of !" }
    if let wrapped {
      if wrapped.wrapped != nil { return "an absent field is nil once: write one ?" }
      if wrapped.element != nil {
        return "no array and an empty one are the same in a payload: leave out the ?"
      }
      return wrapped.refusal
    }
    if let element {
      if element.trimmedDescription == "UInt8" { return "bytes are a Data" }
      if element.wrapped != nil || element.element != nil {
        return "the elements of an array are values: put each into a @Payload of its own"
      }
      return element.refusal
    }
    return refusalOfSingle
  }

  /// What to do about a first value that would be read in place of what was stored; nil where
  /// nothing is wrong with it.
  func refusal(of initial: ExprSyntax) -> String? {
    let text = initial.trimmedDescription
    if wrapped != nil {
      return text == "nil" || text == ".none"
        ? nil : "nil is not stored, and would be read as this: leave the value out"
    }
    guard element != nil else { return nil }
    let isEmpty = initial.as(ArrayExprSyntax.self)?.elements.isEmpty ?? text.hasSuffix("()")
    return isEmpty ? nil : Self.refusalOfElements
  }

  /// Elements that are there before any is read.
  static let refusalOfElements =
    "an array without elements is not stored, and would be read as this one: begin with []"

  private var refusalOfSingle: String? {
    if self.is(TupleTypeSyntax.self) { return "a tuple cannot be stored: make it a @Payload" }
    if self.is(FunctionTypeSyntax.self) { return "a function cannot be stored" }
    if self.is(SomeOrAnyTypeSyntax.self) {
      return "a payload does not say what type it has: name one, or make an enum of events"
    }
    if self.is(DictionaryTypeSyntax.self) { return Self.advice["Dictionary"] }
    return self.as(IdentifierTypeSyntax.self).flatMap { Self.advice[$0.name.text] }
  }

  private static let advice = [
    "Any": "a payload does not say what type it has: name one",
    "Character": "store a String",
    "Decimal": "store its smallest unit as Int64, or its text as String",
    "Dictionary": "store an array of a @Payload with key and value, in an order that you choose",
    "Float": "store a Double",
    "CGFloat": "store a Double",
    "Set": "store an array, in an order that you choose: a set has none",
    "URL": "store its text as String",
  ]
}

#endif
