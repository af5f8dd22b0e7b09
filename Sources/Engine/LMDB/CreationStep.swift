/// What happens while a file is made; after each step the process may be killed.
package enum CreationStep: String, CaseIterable, Sendable {
  /// There is a directory.
  case directory
  /// What dead processes left in it is gone.
  case leftovers
  /// There is an empty environment under another name.
  case roots
  /// It has its first content.
  case content
  /// It has its name, too.
  case name
  /// It has only its name.
  case draftGone
}
