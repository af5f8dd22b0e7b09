#if Tools
  extension StringProtocol {
    /// Beginning with a capital letter.
    var sentence: String { prefix(1).uppercased() + dropFirst() }

    /// As one word of a command line.
    var quoted: String { contains(" ") ? "'\(self)'" : String(self) }
  }
#endif
