/// Ends the process because the program uses the store in a way that cannot work.
///
/// Not `preconditionFailure`, which does not print its sentence in a release build.
@inline(never)
func misuse(_ sentence: String) -> Never { fatalError(sentence) }
