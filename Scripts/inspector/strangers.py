"""Requests byte by byte, as no browser sends them: what they say of themselves, of the secret, and of HTTP."""

import re
import socket

from faults import expect, fault
from served import Inspected


def raw(served: Inspected, sent: bytes, half: bool = False, patience: float = 1) -> bytes:
    """What comes for some bytes, until the connection ends or nothing more comes; for what has to be answered, on a
    machine however busy, the patience is long."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as connection:
        answer = b""
        try:
            connection.sendall(sent)
            if half:
                connection.shutdown(socket.SHUT_WR)
            connection.settimeout(patience)
            while part := connection.recv(65536):
                answer += part
        except OSError:
            pass
        return answer


def statuses(answer: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)]


def refused(name: str, served: Inspected, sent: bytes, allowed: tuple[int, ...]) -> None:
    """Each answer has one of some statuses; no answer will do as well."""
    for status in statuses(raw(served, sent)):
        if status not in allowed:
            fault(f"{name}: {status}, not one of {allowed}")


def names(served: Inspected) -> None:
    """Who a request says that it is for, and where it comes from."""
    own = f"127.0.0.1:{served.port}"
    line = f"GET {served.path}log HTTP/1.1\r\n"

    def asked(name: str, headers: str, first: str = line) -> None:
        refused(name, served, f"{first}{headers}Connection: close\r\n\r\n".encode(), (400, 403))

    for host in ("", "127.0.0.1:", f"user@{own}", f"{own}:80", f"0.0.0.0:{served.port}", f"127.1:{served.port}",
                 f"2130706433:{served.port}", f"[::ffff:127.0.0.1]:{served.port}", f"localhost.:{served.port}",
                 f"{own}, evil.example", f"{own}/", f"localhost:0{served.port}"):
        asked(f"the host {host}", f"Host: {host}\r\n")
    asked("no host", "")
    for one, two in ((own, "evil.example"), ("evil.example", own), (own, own)):
        asked(f"the hosts {one} and {two}", f"Host: {one}\r\nHost: {two}\r\n")
    # A name in the address itself, as a proxy gets it, opens nothing: the Host counts.
    for address in (f"http://{own}{served.path}log", f"//{own}{served.path}log", f"{own}", "*"):
        asked(f"the address {address}", "Host: evil.example\r\n", f"GET {address} HTTP/1.1\r\n")
    for origin in ("", "null", f"http://{own}/", f"http://{own}.evil.example", f"http://user@{own}",
                   f"http://{own}\r\nOrigin: http://evil.example", f"http://evil.example\r\nOrigin: http://{own}"):
        asked(f"the origin {origin!r}", f"Host: {own}\r\nOrigin: {origin}\r\n")


def secrets(served: Inspected) -> None:
    """Nothing but the whole secret in the address opens anything."""
    secret = served.path.strip("/")
    for length in range(len(secret)):
        expect(f"{length} digits of the secret", 404, served.ask(f"/{secret[:length]}/log"))
    written = "".join(f"%{ord(digit):02x}" for digit in secret)
    for path in (f"/{secret.upper()}/log" if secret.upper() != secret else f"/{secret}0/log", f"/{written}/log",
                 f"/./{secret}/log", f"/{secret}%2Flog", f"/x/{secret}/log", f"/{secret};/log", f"/{secret} /log"):
        answer = raw(served, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n\r\n"
                     .encode())
        for status in statuses(answer):
            if status not in (400, 403, 404):
                fault(f"the path {path}: {status}")
        if secret.encode() in answer:
            fault(f"the answer for {path} holds the secret")
    for name in ("secret", "token", "session", secret):
        expect(f"a cookie {name}", 404, served.ask("/log", Cookie=f"{name}={secret}"))
    expect("an authorization", 404, served.ask("/log", Authorization=f"Bearer {secret}"))
    for page in ("log", "health", "transaction?n=5", "undo?n=5", "nowhere"):
        _, headers, body = served.ask(page)
        if "set-cookie" in headers or any(name.startswith("access-control") for name in headers):
            fault(f"{page} sets a cookie, or lets others read it")
        if secret.encode() in body:
            fault(f"{page} holds the secret of its address")


def requests(served: Inspected) -> None:
    """What HTTP has beside plain requests: methods, lengths, chunks, several at once."""
    own = f"127.0.0.1:{served.port}"
    host = f"Host: {own}\r\n"
    end = "Connection: close\r\n\r\n"
    for method in ("OPTIONS", "TRACE", "CONNECT", "PUT", "PATCH", "PROPFIND", "QUERY", "get", "G\tET"):
        refused(f"the method {method}", served, f"{method} {served.path}log HTTP/1.1\r\n{host}{end}".encode(),
                (400, 403, 404, 405, 501))
    answer = raw(served, f"HEAD {served.path}log HTTP/1.1\r\n{host}{end}".encode(), patience=20)
    if statuses(answer) != [200] or answer.partition(b"\r\n\r\n")[2]:
        fault("HEAD has a body, or is no page")
    for name, sent in (
        ("a long name of a header", f"GET {served.path}log HTTP/1.1\r\n{host}{'x' * 200_000}: 1\r\n{end}"),
        ("a long header", f"GET {served.path}log HTTP/1.1\r\n{host}X: {'x' * 200_000}\r\n{end}"),
        ("many headers", f"GET {served.path}log HTTP/1.1\r\n{host}" + "X: 1\r\n" * 50_000 + end),
        ("a long address", f"GET {served.path}log?{'x' * 200_000} HTTP/1.1\r\n{host}{end}"),
        ("a line that does not end", "GET " + "x" * 200_000),
    ):
        refused(name, served, sent.encode(), (400, 403, 413, 414, 431))
    form = f"POST {served.path}undo HTTP/1.1\r\n{host}Origin: http://{own}\r\n"
    wrong = "n=5&secret=wrong"
    for name, sent in (
        ("a form in chunks", f"Transfer-Encoding: chunked\r\n\r\n10\r\n{wrong}\r\n0\r\n\r\n"),
        ("chunks without end", "Transfer-Encoding: chunked\r\n\r\n" + "1000\r\n" + "n" * 4096 + "\r\n"),
        ("chunks that are too long", "Transfer-Encoding: chunked\r\n\r\n" + ("1000\r\n" + "n" * 4096 + "\r\n") * 8),
        ("a chunk of a wrong length", f"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{wrong}"),
        ("a chunk of no length", f"Transfer-Encoding: chunked\r\n\r\nx\r\n{wrong}"),
        ("a length and chunks", f"Content-Length: 16\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{wrong}"),
        ("two lengths", f"Content-Length: 16\r\nContent-Length: 4\r\n\r\n{wrong}"),
        ("a length below nothing", f"Content-Length: -1\r\n\r\n{wrong}"),
        ("a length that is too great", f"Content-Length: 99999999999999999999\r\n\r\n{wrong}"),
        ("an odd coding", f"Transfer-Encoding: gzip, chunked\r\n\r\n10\r\n{wrong}\r\n0\r\n\r\n"),
        ("more than was told", f"Content-Length: 4\r\n\r\n{wrong}"),
        ("a form that waits for leave", f"Expect: 100-continue\r\nContent-Length: 16\r\n\r\n{wrong}"),
    ):
        refused(name, served, (form + sent).encode(), (100, 400, 403, 408, 413, 417, 501))
    refused("another protocol", served, f"GET {served.path}log HTTP/1.1\r\n{host}Connection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode(), (200, 400))
    several = (f"GET {served.path}health HTTP/1.1\r\n{host}\r\nGET {served.path}log HTTP/1.1\r\nHost: evil.example\r\n\r\n"
               f"GET /log HTTP/1.1\r\n{host}\r\nGET {served.path}views HTTP/1.1\r\n{host}{end}")
    if statuses(raw(served, several.encode(), patience=20)) != [200, 403, 404, 200]:
        fault("of several requests at once each has not its own answer")
    answer = raw(served, f"GET {served.path}log HTTP/1.1\r\n{host}Content-Length: 5\r\n\r\nGET x{end}".encode(),
                 patience=20)
    if statuses(answer) not in ([200], [200, 400]):
        fault(f"a body of a page is taken for a request: {statuses(answer)}")
    for page in ("log?q=%0d%0aX-Evil:%201", "%0d%0aX-Evil:%201", "view?name=%0d%0aX-Evil:%201"):
        if "x-evil" in served.ask(page)[1]:
            fault(f"{page} writes a header")
