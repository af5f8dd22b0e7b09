import Daybook

try await Simulate.main()
