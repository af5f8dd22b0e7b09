extension URL {
  /// The file at a path, as the system takes it: relative to the folder in which the process works,
  /// and with `~` as a character like any other.
  package init(atPath path: String) {
    // Foundation on Linux puts the home directory in the place of a tilde.
    self.init(fileURLWithPath: path.hasPrefix("~") ? "./\(path)" : path)
  }
}
