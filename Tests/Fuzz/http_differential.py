#!/usr/bin/env python3
"""Compares the HTTP engine with llhttp, the parser of Node.js, over generated requests.

Each round sends one generated request and a probe behind it on one connection to a running server
(`market-cli serve`), lets llhttp (the package httptools) read the same bytes, and compares what both
took for complete requests: how many, and which of them was the probe. Where a request ends is where
the probe begins, so two parsers that differ about a body's length differ about the probe.

Every difference must be one that is intended (see EXPLANATIONS); any other is printed with the bytes
that show it, and the exit status is 1.

scripts/fuzz-http.sh does all of it.
"""

import argparse
import collections
import random
import re
import socket
import sys
import time

try:
    import httptools
except ImportError:
    sys.exit("http_differential.py: httptools is missing: python3 -m pip install httptools")

PROBE_TARGET = b"/healthz"
PROBE = b"GET " + PROBE_TARGET + b" HTTP/1.1\r\nHost: probe\r\n\r\n"
REFUSALS = {400, 408, 413, 414, 417, 431, 501, 505}
METHODS = {b"GET", b"HEAD", b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS"}


# What is generated.

TROUBLE = [b"\0", b"\t", b"\n", b"\r", b"\x1b", b" ", b"\x7f", b"\x80", b"\xff", b"\r\n", b"\n\n"]
TROUBLE += [bytes([byte]) for byte in b":;,/[]%?#*+-0159afAFxGHT\"'\\"]


def body_and_fields(rng):
    """A body with the fields that announce it, rightly or wrongly."""
    body = bytes(rng.choice(b"abc\r\n 05") for _ in range(rng.randrange(0, 40)))
    kind = rng.randrange(10)
    if kind < 3:
        return b"", []
    if kind < 6:
        return body, [length_field(rng, len(body))]
    fields = [b"Transfer-Encoding: " + rng.choice(
        [b"chunked"] * 12 + [b"Chunked", b"gzip", b"gzip, chunked", b"identity", b"chunked, chunked",
                             b"xchunked", b"\x0bchunked", b"chunked;q=1", b""])]
    if kind == 9 and rng.random() < 0.3:
        fields.append(length_field(rng, len(body)))
    return chunks(rng, body), fields


def length_field(rng, length):
    value = b"%d" % length
    if rng.random() < 0.15:
        value = rng.choice([b"+", b"-", b"0x", b"0", b" ", b""]) + value + rng.choice(
            [b"", b"", b" ", b", %d" % length, b"a", b"\t"])
    field = rng.choice([b"Content-Length", b"content-length"]) + b": " + value
    return field + (b"\r\n" + field if rng.random() < 0.03 else b"")


def chunks(rng, body):
    encoded = b""
    while body:
        size = rng.randrange(1, len(body) + 1)
        digits = b"%x" % size
        if rng.random() < 0.1:
            digits = rng.choice([b"0", b"000", b"+", b"-", b"0x", b" "]) + digits
        encoded += digits + rng.choice([b""] * 12 + [b";a", b";a=b", b';a="b c"', b" ;a", b";", b" "])
        encoded += b"\r\n" + body[:size] + (b"\r\n" if rng.random() < 0.97 else b"")
        body = body[size:]
    encoded += rng.choice([b"0", b"0", b"0", b"00", b"0;a=b"]) + b"\r\n"
    encoded += rng.choice([b""] * 8 + [b"X: y\r\n", b"X:\r\nY: z\r\n", b"X : y\r\n", b"X\r\n",
                                       b" X: y\r\n", b"Content-Length: 5\r\n"])
    return encoded + b"\r\n"


def request(rng):
    method = rng.choice([b"GET"] * 4 + [b"POST"] * 6 + [b"PUT", b"DELETE", b"OPTIONS", b"PATCH",
                                        b"get", b"PURGE", b"G", b"TRACE", b""])
    target = rng.choice([b"/nothing"] * 10 + [b"/", b"/a%20b", b"*", b"nothing", b"http://x/a",
                                             b"http://x", b"/a#b", b"/\xeb\x82\x98", b"/a b", b""])
    version = rng.choice([b"HTTP/1.1"] * 12 + [b"HTTP/1.0"] * 2 + [b"HTTP/1.2", b"HTTP/2.0",
                         b"HTTP/0.9", b"http/1.1", b"HTTP/1.10", b"HTTP/11", b""])
    fields = [b"Host: " + rng.choice([b"x"] * 12 + [b"x:80", b"[::1]", b"", b"a b", b"x:y", b"u@x"])]
    if rng.random() < 0.04:
        fields = rng.choice([[], fields * 2])
    body, framing = body_and_fields(rng)
    fields += framing
    for _ in range(rng.randrange(0, 3)):
        fields.append(rng.choice([b"X: y", b"X:", b"X:\t y \t", b"X : y", b"X", b" folded", b"X: \xff",
                                  b"Connection: keep-alive", b"Connection: x, y", b"Expect: x",
                                  b"Expect: 100-continue", b"X-%d: z" % rng.randrange(9)]))
    rng.shuffle(fields)
    line_end = b"\r\n" if rng.random() < 0.98 else b"\n"
    head = line_end.join([b" ".join([method, target, version])] + fields)
    text = rng.choice([b""] * 20 + [b"\r\n", b"\r\n\r\n", b"\n", b" "]) + head + line_end * 2 + body
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 3])):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(TROUBLE) + text[at + rng.randrange(0, 2):]
    return text


# What the two make of it.

class Oracle:
    """What llhttp makes of some bytes: complete requests, each as method and target."""

    def __init__(self, data):
        self.requests = []
        self.ends = [0]
        self.target = b""
        self.refused = None
        self.position = 0
        self.parser = httptools.HttpRequestParser(self)
        try:
            # Byte by byte, to know where each request ends.
            for self.position in range(len(data)):
                self.parser.feed_data(data[self.position:self.position + 1])
        except httptools.HttpParserUpgrade:
            self.refused = "upgrade"
        except httptools.HttpParserError as error:
            self.refused = f"{type(error).__name__}: {error}"

    def on_message_begin(self):
        self.target = b""

    def on_url(self, part):
        self.target += part

    def on_message_complete(self):
        self.requests.append((self.parser.get_method(), self.target))
        self.ends.append(self.position + 1)


def exchange(port, data):
    """Sends everything, then the end, and reads to the end: the list of (status, closes)."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        received = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # It was refused before all of it was sent; the answer is there.
        while part := connection.recv(65536):
            received += part
    return answers(received)


def answers(received):
    found = []
    while received:
        head, separator, received = received.partition(b"\r\n\r\n")
        match = re.match(rb"HTTP/1\.1 (\d{3}) ", head)
        if not separator or not match:
            raise ValueError(f"a malformed answer: {head[:200]!r}")
        status = int(match[1])
        length = re.search(rb"(?mi)^Content-Length: (\d+)\r?$", head)
        if length and len(received) < int(length[1]):
            raise ValueError("an answer that ends early")
        received = received[int(length[1]) if length else 0:]
        if status != 100:
            found.append((status, bool(re.search(rb"(?mi)^Connection: close\r?$", head))))
    return found


# Differences that are intended.

def head_of(data):
    """The first request line and the fields, split at the lines' ends as sent."""
    data = data.lstrip(b"\r\n")
    lines = data.split(b"\r\n\r\n", 1)[0].split(b"\r\n")
    fields = [tuple(part.strip(b" \t") for part in line.partition(b":")[::2]) for line in lines[1:]]
    return lines[0], [(name.lower(), value) for name, value in fields]


def values(fields, wanted):
    return [value for name, value in fields if name == wanted]


AUTHORITY = rb"(\[[0-9A-Fa-f:.]{2,}\]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(:\d*)?"


def host_is_wrong(line, fields):
    hosts = values(fields, b"host")
    return (len(hosts) != 1 and not (not hosts and line.endswith(b"/1.0"))) or any(
        not re.fullmatch(AUTHORITY, host) for host in hosts)


def target_is_wrong(line, fields):
    target = line.split(b" ")[1] if line.count(b" ") >= 2 else b""
    method = line.split(b" ")[0]
    good = re.fullmatch(
        rb"/[\x21\x22\x24-\x7e]*|(?i:https?://)" + AUTHORITY + rb"(/[\x21\x22\x24-\x7e]*)?", target)
    return not good and not (target == b"*" and method == b"OPTIONS")


def coding_in_old_version(line, fields):
    return line.endswith(b"/1.0") and bool(values(fields, b"transfer-encoding"))


def escape_is_wrong(line, fields):
    return bool(re.search(rb"%(?![0-9A-Fa-f]{2})", line))


def spaces_are_wrong(line, fields):
    return line.count(b" ") != 2


# Our status, why llhttp may accept what we refuse, and a check on line and fields where the status
# alone does not say it.
EXPLANATIONS = [
    (501, "methods and transfer codings that no handler of ours has are refused", None),
    (505, "versions other than 1.0 and 1.1 are refused", None),
    (413, "a body has a limit", None),
    (414, "a target has a limit", None),
    (417, "an unknown expectation is refused", None),
    (431, "a head has limits", None),
    (400, "Host: exactly one, a host with perhaps a port (RFC 9112, 3.2)", host_is_wrong),
    (400, "the target: an absolute path, an http URI, or * for OPTIONS, all in ASCII without a "
          "fragment (RFC 9112, 3.2)", target_is_wrong),
    (400, "percent-encoding is for the API to judge, and it may refuse it", escape_is_wrong),
    (400, "one space stands before the version (RFC 9112, 3)", spaces_are_wrong),
    (400, "HTTP/1.0 has no Transfer-Encoding (RFC 9112, 6.1)", coding_in_old_version),
]


def explanation(data, status):
    """Why we refuse the request at the beginning of data, which llhttp accepts; None for no reason."""
    if re.match(rb"\r\n[\r\n]|\n|\r[^\n]", data) and status == 400:
        return "at most one empty line, of CR LF, stands before a request (RFC 9112, 2.2)"
    if re.search(rb'\r\n[0-9A-Fa-f]+;[^\r\n]*[^=]"[^\r\n]*"\r\n', data) and status == 400:
        return "a chunk extension's value is a token or a quoted text, not one behind the other"
    line, fields = head_of(data)
    for wanted, reason, check in EXPLANATIONS:
        if status == wanted and (check is None or check(line, fields)):
            return reason
    return None


def compare(data, ours, oracle):
    """None when both agree, the reason of an intended difference, or a ValueError."""
    accepted = [status for status, closes in ours if not (status in REFUSALS and closes)]
    refusal = next((status for status, closes in ours if status in REFUSALS and closes), None)
    for status, (method, target) in zip(accepted, oracle.requests):
        is_probe = (method, target) == (b"GET", PROBE_TARGET)
        if is_probe != (status == 200):
            raise ValueError("different requests")
    if len(accepted) == len(oracle.requests):
        return None
    if len(accepted) > len(oracle.requests):
        if re.search(rb"\r\ntransfer-encoding:[ \t]*chunked *\t", data, re.IGNORECASE):
            return "a tab behind a value is no part of it, as a space is not (RFC 9112, 5.1)"
        raise ValueError("we accept what llhttp refuses")
    if refusal is None:
        raise ValueError("we wait, or end without a word, where llhttp goes on")
    reason = explanation(data[oracle.ends[len(accepted)]:], refusal)
    if reason is None:
        raise ValueError("we refuse what llhttp accepts")
    return reason


def await_server(port):
    """Returns when a server listens on the port; gives up after ten seconds."""
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                sys.exit(f"http_differential.py: nothing listens on port {port}")
            time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, default=8080, help="of a server on 127.0.0.1")
    parser.add_argument("--count", type=int, default=10_000, help="how many requests")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same requests")
    options = parser.parse_args()
    await_server(options.port)
    rng = random.Random(options.seed)
    tally = collections.Counter()
    faults = 0
    for number in range(options.count):
        generated = request(rng)
        data = generated + PROBE
        oracle = Oracle(data)
        ours = exchange(options.port, data)
        try:
            tally[compare(data, ours, oracle) or "both alike"] += 1
        except ValueError as difference:
            faults += 1
            print(f"seed {options.seed}, request {number}: {difference}\n  {data!r}\n"
                  f"  we: {ours}\n  llhttp: {oracle.requests} {oracle.refused or ''}")
            if faults == 20:
                break
    for reason, count in tally.most_common():
        print(f"{count:8} {reason}")
    print(f"{faults:8} unexplained differences, seed {options.seed}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
