/// Why one file was not copied, which keeps no other from being copied.
struct OneFileError: Error {
  /// What is told of it.
  let why: String
}
