#if Tools
  /// A value as one line: what is there, with its name.
  enum Description {
    static func of(_ value: Any) -> String {
      Mirror(reflecting: value).children.compactMap { child in
        guard let label = child.label, let text = text(child.value) else { return nil }
        return "\(label) \(text)"
      }.joined(separator: ", ")
    }

    /// Nil for what is absent, empty or false.
    private static func text(_ value: Any) -> String? {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional {
        return mirror.children.first.flatMap { text($0.value) }
      }
      if mirror.displayStyle == .collection, mirror.children.isEmpty { return nil }
      let plain = String(describing: value)
      return plain == "false" || plain.isEmpty ? nil : plain
    }
  }
#endif
