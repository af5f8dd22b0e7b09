#if Tools
  extension String {
    /// Beginning with a capital letter.
    var sentence: String { prefix(1).uppercased() + dropFirst() }
  }
#endif
