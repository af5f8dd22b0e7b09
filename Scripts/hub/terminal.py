"""A program at a terminal of its own, at which a script reads and types as a person does."""

import atexit
import os
import pty
import re
import signal
import subprocess
import threading
import time

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class AtTerminal:
    """It ends with the script that began it."""

    def __init__(self, *command: str, store: str | None = None):
        own, its = pty.openpty()
        environment = dict(os.environ, TERM="xterm", **({"DAYBOOK_STORE": store} if store else {}))
        self.command = " ".join(command)
        self.process = subprocess.Popen(
            command, stdin=its, stdout=its, stderr=its, env=environment, start_new_session=True)
        atexit.register(self.process.kill)
        os.close(its)
        self.own, self.bytes = own, b""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        while True:
            try:
                more = os.read(self.own, 65536)
            except OSError:
                return
            if not more:
                return
            self.bytes += more

    @property
    def shown(self) -> str:
        return CONTROL.sub("", self.bytes.decode(errors="replace"))

    def until(self, pattern: str, seconds: float = 60) -> re.Match:
        """Waits until something is shown."""
        end = time.monotonic() + seconds
        while True:
            if found := re.search(pattern, self.shown, re.M):
                return found
            if time.monotonic() > end or self.process.poll() is not None and not self.reader.is_alive():
                if found := re.search(pattern, self.shown, re.M):
                    return found
                raise SystemExit(f"“{self.command}” does not show “{pattern}”, but:\n{self.shown}")
            time.sleep(0.02)

    def type(self, text: str) -> None:
        os.write(self.own, text.encode())

    def wait(self) -> str:
        """What it has shown, once it has ended well."""
        if self.process.wait(timeout=120):
            raise SystemExit(f"“{self.command}” ends with {self.process.returncode}:\n{self.shown}")
        self.reader.join(timeout=10)
        return self.shown

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
