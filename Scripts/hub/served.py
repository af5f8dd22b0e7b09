"""A hub that a script runs: `sync serve` as a process of its own in a temporary directory, on loopback."""

import atexit
import http.client
import json
import os
import pathlib
import signal
import ssl
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")


def processor(pid: int) -> float:
    """Seconds of the processor that a process has used."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Served:
    """`nursery sync serve` at a directory; it ends with the script."""

    def __init__(self, program: str, folder: pathlib.Path, *options: str, port: int = 0, prefix: list[str] = []):
        self.folder = folder
        self.process = subprocess.Popen(
            [*prefix, program, "sync", "serve", "--at", str(folder), "--name", "ours", "--listen", f"127.0.0.1:{port}",
             "--json", *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # Also when the script fails in between.
        atexit.register(self.process.kill)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the hub does not begin")
        told = json.loads(line)
        self.port, self.text, self.request = told["port"], told["hub"], told["request"]
        # It goes on telling which spaces it serves, and must not wait for a reader.
        self.told = subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)

    def is_running(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ends it as systemd does; its status."""
        if self.is_running():
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)

    def cpu(self) -> float:
        """Seconds of the processor that it has used."""
        return processor(self.process.pid)

    def memory(self) -> int:
        """Bytes that it has in memory."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0


def run(program: str, *words: str, check: bool = True) -> subprocess.CompletedProcess:
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if check and done.returncode:
        raise SystemExit(f"{' '.join(words)} ends with {done.returncode}: {done.stderr}")
    return done


def founded(program: str, place: pathlib.Path) -> None:
    """A store that is shared."""
    run(program, "new", "--store", str(place))
    run(program, "profile", "add", "Noor", "--store", str(place))
    run(program, "sync", "init", "Noor", "--member", "Ada", "--store", str(place))


def unverified() -> ssl.SSLContext:
    """What talks to a hub whose certificate nobody vouches for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Honest:
    """Who asks for the terms again and again over one connection, and notes how long each answer takes."""

    def __init__(self, port: int, tls: bool):
        self.port, self.tls = port, tls
        self.connection = None

    def ask(self) -> float:
        if self.connection is None:
            self.connection = (
                http.client.HTTPSConnection("127.0.0.1", self.port, timeout=10, context=unverified())
                if self.tls else http.client.HTTPConnection("127.0.0.1", self.port, timeout=10))
        began = time.monotonic()
        self.connection.request("POST", "/daybook/1/terms", headers={"X-Forwarded-For": "192.0.2.77"})
        answer = self.connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"an honest call is answered with {answer.status}")
        return time.monotonic() - began

    def median(self, seconds: float) -> tuple[float, float]:
        """The median and the 99th hundredth, in milliseconds, while something else goes on."""
        times, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            times.append(self.ask() * 1000)
            time.sleep(0.03)
        times.sort()
        return times[len(times) // 2], times[int(len(times) * 0.99)]
