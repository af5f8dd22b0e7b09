#if Macros

import SwiftSyntax

extension EventCase {
  /// The case of the switch that writes it.
  var writing: [String] {
    if values.isEmpty { return ["case .\(name): break"] }
    let variables = values.indices.map { "let value\($0)" }.joined(separator: ", ")
    if isWhole { return ["case .\(name)(\(variables)): writer.payload(value0)"] }
    return ["case .\(name)(\(variables)):"]
      + zip(stored.fields, values.indices).map { field, index in
        "  writer.value(\(field.value), value\(index))"
      }
  }

  /// The lines that read it.
  var reading: [String] {
    if values.isEmpty { return ["return .\(name)"] }
    if isWhole { return ["return .\(name)(\(label(0))try reader.payload())"] }
    var reading = FieldReading()
    for (index, (field, value)) in zip(stored.fields, values).enumerated() {
      reading.read(
        field.value, into: "value\(index)", as: value.type.trimmed,
        initial: value.defaultValue?.value.trimmed)
    }
    let arguments = values.indices.map { "\(label($0))value\($0)" }.joined(separator: ", ")
    return reading.lines + ["return .\(name)(\(arguments))"]
  }

  private func label(_ index: Int) -> String {
    guard let name = values[index].firstName?.text, name != "_" else { return "" }
    return "\(name): "
  }
}

#endif
