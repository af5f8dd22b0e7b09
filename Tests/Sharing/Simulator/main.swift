try await Simulate.main()
