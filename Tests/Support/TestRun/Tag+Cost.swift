public import Testing

extension Tag {
  /// Takes more than two seconds alone.
  @Tag public static var slow: Self
  /// Kills processes, fails their calls or damages their files.
  @Tag public static var crash: Self
  /// Compares random operations with a simple model.
  @Tag public static var model: Self
}
