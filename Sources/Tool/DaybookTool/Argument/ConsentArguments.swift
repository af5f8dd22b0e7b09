#if Tools
public import ArgumentParser

/// The consent to what cannot be taken back.
public struct ConsentArguments: ParsableArguments {
  @Flag(name: .long, help: "Do it without asking, although it cannot be taken back.")
  public var yes = false

  public init() {}

  /// Asks at a terminal; elsewhere consent has to be given by `--yes`.
  ///
  /// - Throws: `BadText` without consent.
  public func ask(_ consequence: String) throws {
    if yes { return }
    guard Terminal.canAsk else {
      throw BadText("\(consequence) That cannot be taken back; say --yes to have it done")
    }
    let answer = Terminal.ask("\(consequence) Type yes to go on: ")
    guard answer.lowercased() == "yes" else { throw BadText("nothing was done") }
  }
}
#endif
