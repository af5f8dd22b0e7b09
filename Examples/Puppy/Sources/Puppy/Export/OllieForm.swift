import Daybook
import Foundation
import Interchange

/// How values of a kind are written as objects of Ollie's files.
struct OllieForm<Value: KeptValue> {
  /// A member by its name; nil for one that is left out.
  typealias Member = (name: String, text: String?)

  /// What an object says.
  let read: (inout OllieObject, JSONValue) throws -> Value
  /// Every member that the app writes but the identifier, always the same ones in one order.
  let members: (Value) -> [Member]
  /// The zone for times that tell none.
  let zone: TimeZone

  /// An object that is still true comes out byte for byte. Of one that is not any more, the members
  /// that differ are written anew, and the others stay, in their order, also those that nobody here
  /// knows.
  ///
  /// - Parameter told: the object from which the value came; nil for one that was made here.
  func text(_ value: Value, _ id: UUID, told: String?) -> String {
    let own = members(value)
    guard let told, var object = RawObject(told), let said = said(told) else {
      var object = RawObject()
      object["id"] = JSONWords.text(id.uuidString)
      for (name, text) in own { object[name] = text }
      return object.text
    }
    var isTrue = true
    for ((name, text), before) in zip(own, members(said)) where text != before.text {
      isTrue = false
      object[name] = text
    }
    return isTrue ? told : object.text
  }

  private func said(_ text: String) -> Value? {
    guard let value = try? JSONValue(parsing: Array(text.utf8)),
      var object = try? OllieObject(value, zone: zone)
    else { return nil }
    return try? read(&object, value)
  }
}
