#if Tools
extension StoreArguments {
  /// The command of this process with other values of some options, as somebody would type it.
  ///
  /// A command that shows a part tells by it how the rest is seen. All else that was said stays as
  /// it was typed, such as the zone, the unit, and whether JSON is printed.
  ///
  /// ```swift
  /// print("There are more: \(arguments.sameCommand(with: ["--limit": "\(limit * 10)"]))")
  /// ```
  public func sameCommand(with options: KeyValuePairs<String, String>) -> String {
    var typed = TypedWords()
    for (option, value) in options { typed.set(option, to: value) }
    return ([Tool.name] + typed.words.map(\.quoted)).joined(separator: " ")
  }
}
#endif
