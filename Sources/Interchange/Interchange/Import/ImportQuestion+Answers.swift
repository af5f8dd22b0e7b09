extension ImportQuestion {
  /// Whether there is an answer.
  ///
  /// - Throws: `InterchangeError.unanswered` for one that is none of the choices.
  func isAnswered(by answers: [String: String]) throws(InterchangeError) -> Bool {
    guard let answer = answers[id] else { return false }
    let known = choices.map(\.answer)
    if known.contains(answer) { return true }
    throw InterchangeError(
      .unanswered,
      "The answer to \(id) is “\(answer)”; answer "
        + known.map { "“\($0)”" }.joined(separator: " or ") + ".")
  }
}
