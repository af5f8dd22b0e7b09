"""What the scripts beside this one have found wrong."""

faults: list[str] = []


def fault(text: str) -> None:
    print("FAULT:", text, flush=True)
    faults.append(text)


def expect(name: str, status: int, answer: tuple[int, dict, bytes]) -> None:
    if answer[0] != status:
        fault(f"{name}: {answer[0]}, not {status}")


def end(words: str) -> None:
    """Ends with 1 when there were faults, else says something."""
    if faults:
        raise SystemExit(f"{len(faults)} faults")
    print(words)
