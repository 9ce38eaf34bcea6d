"""Measures `market-cli tabs` beside the same tabs of Textual, and prints the table of docs/benchmarks.md.

Both run in turn in a pseudo-terminal of 80 x 24 that records every byte with its time and answers
what a terminal answers; what they draw is read from the record by an emulator (pyte) afterwards.
Ours reads a local store of a million products, Textual holds a thousand in memory.
"""
import argparse
import contextlib
import datetime
import fcntl
import importlib.metadata
import os
import pathlib
import platform
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import termios
import time

import pyte

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARKET = ROOT / ".build/release/market-cli"
COLUMNS, ROWS = 80, 24
FRAME_END = b"\x1b[?2026l"
LEFT, RIGHT = b"\x1b[D", b"\x1b[C"
# What a program may ask, and what a terminal of today answers.
ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[?2048$p": b"\x1b[?2048;0$y", b"\x1b[c": b"\x1b[?62;22c"}


class Terminal:
    """A program in a pseudo-terminal, with a record of (seconds since its start, bytes)."""

    def __init__(self, command):
        self.record = []
        environment = {
            "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color", "COLORTERM": "truecolor",
        }
        self.start = time.monotonic()
        self.process, self.master = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.execve(command[0], [str(word) for word in command], environment)

    def now(self):
        return time.monotonic() - self.start

    def type(self, keys):
        os.write(self.master, keys)
        return self.now()

    def listen(self, seconds, until=None):
        """Records for a time, or until the record holds some bytes; returns when that was."""
        end = self.now() + seconds
        while (left := end - self.now()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                break
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            self.record.append((self.now(), data))
            for question, answer in ANSWERS.items():
                if question in data:
                    os.write(self.master, answer)
            if until is not None and until in data:
                return self.record[-1][0]
        return None

    def cpu(self):
        """The processor time of all threads so far, in milliseconds."""
        total = 0
        for task in pathlib.Path(f"/proc/{self.process}/task").iterdir():
            with contextlib.suppress(FileNotFoundError):
                total += int((task / "schedstat").read_text().split()[0])
        return total / 1e6

    def peak_megabytes(self):
        status = pathlib.Path(f"/proc/{self.process}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) / 1024

    def close(self):
        os.kill(self.process, signal.SIGTERM)
        deadline = time.monotonic() + 3
        while time.monotonic() < deadline:
            self.listen(0.02)
            if os.waitpid(self.process, os.WNOHANG)[0]:
                os.close(self.master)
                return
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.master)


def frames(record, start, end):
    """The frames that ended within a time, as (time, bytes): what stands before each end bracket."""
    found, buffer = [], b""
    for moment, data in record:
        buffer += data
        while FRAME_END in buffer:
            frame, buffer = buffer.split(FRAME_END, 1)
            if start <= moment < end:
                found.append((moment, frame + FRAME_END))
    return found


def bars(record, row, start, end):
    """(time, first and last column) of the bar after each frame within a time.

    Columns are halves of cells. The bar is what has another colour than most of its row, or, on a
    track, what is drawn with the lower half.
    """
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    found, buffer = [], b""
    for moment, data in record:
        buffer += data
        while FRAME_END in buffer:
            frame, buffer = buffer.split(FRAME_END, 1)
            stream.feed(frame + FRAME_END)
            if start <= moment < end:
                found.append((moment, bar(screen, row)))
    return found


def bar(screen, row):
    cells = [screen.buffer[row][x] for x in range(COLUMNS)]
    halves = []
    if any(cell.data in "▄▖▗" for cell in cells):
        for x, cell in enumerate(cells):
            halves += [2 * x] if cell.data in "▄▖" else []
            halves += [2 * x + 1] if cell.data in "▄▗" else []
    else:
        colors = [cell.fg for cell in cells if cell.data in "━╸╺"]
        if not colors:
            return None
        common = max(set(colors), key=colors.count)
        for x, cell in enumerate(cells):
            if cell.fg != common:
                halves += [2 * x] if cell.data in "━╸" else []
                halves += [2 * x + 1] if cell.data in "━╺" else []
    return (halves[0], halves[-1]) if halves else None


class Subject:
    """One of the two programs and what was measured of it."""

    def __init__(self, name, command, row, slide):
        self.name, self.command, self.row, self.slide = name, command, row, slide
        self.first, self.key, self.sizes, self.intervals, self.positions = [], [], [], [], []
        self.is_monotone = True
        self.idle = self.switches = self.peak = None

    def started(self):
        terminal = Terminal(self.command)
        moment = terminal.listen(10, until="원".encode())
        if moment is None:
            raise SystemExit(f"{self.name} shows no products: {b''.join(d for _, d in terminal.record)[-300:]}")
        return terminal, moment

    def measure_start(self):
        terminal, moment = self.started()
        self.first.append(moment * 1000)
        terminal.listen(0.3)
        terminal.close()

    def measure_slides(self, count):
        terminal, _ = self.started()
        terminal.listen(1)
        for number in range(count):
            before = terminal.now()
            typed = terminal.type(RIGHT if number % 2 == 0 else LEFT)
            terminal.listen(1)
            seen = bars(terminal.record, self.row, before, terminal.now())
            rest = bars(terminal.record, self.row, 0, before)[-1][1]
            moved = [i for i, (_, place) in enumerate(seen) if place != (seen[i - 1][1] if i else rest)]
            if not moved:
                raise SystemExit(f"{self.name}: the bar does not move")
            self.key.append((seen[moved[0]][0] - typed) * 1000)
            sizes = [len(frame) for _, frame in frames(terminal.record, before, terminal.now())]
            self.sizes += [sizes[i] for i in moved[1:]]
            self.intervals += [
                (seen[later][0] - seen[earlier][0]) * 1000 for earlier, later in zip(moved, moved[1:])]
            starts = [rest[0]] + [seen[i][1][0] for i in moved]
            self.positions.append(len(moved))
            self.is_monotone &= starts in (sorted(starts), sorted(starts, reverse=True))
        self.peak = max(self.peak or 0, terminal.peak_megabytes())
        terminal.close()

    def measure_cpu(self, idle_seconds):
        terminal, _ = self.started()
        terminal.listen(1)
        before = terminal.cpu()
        terminal.listen(idle_seconds)
        self.idle = (terminal.cpu() - before) / idle_seconds
        before = terminal.cpu()
        for number in range(20):
            terminal.type(RIGHT if number % 2 == 0 else LEFT)
            terminal.listen(0.5)
        self.switches = terminal.cpu() - before
        terminal.close()


def store(count):
    """The address of a seeded store, made once below .build."""
    path = ROOT / f".build/bench-terminal/market-{count}.db"
    address = f"sqlite:{path}"
    done = path.with_suffix(".seeded")
    if not done.exists():
        for file in path.parent.glob(path.name + "*"):
            file.unlink()
        for words in (["migrate"], ["seed", "--count", str(count)]):
            subprocess.run([MARKET, *words, "--database", address, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        done.touch()
    return address


def spread(values, unit="ms"):
    return f"{statistics.median(values):.1f} {unit} ({min(values):.1f} to {max(values):.1f})"


def rows(ours, theirs):
    """The table: what, goal, ours, Textual, and whether the goal is reached."""
    ratio = statistics.median(ours.first) / statistics.median(theirs.first)
    first = statistics.median(ours.first)
    key = statistics.median(ours.key)
    interval = statistics.median(ours.intervals)

    def slide(subject):
        return (f"{min(subject.positions)} to {max(subject.positions)} positions, "
                f"{'monotone' if subject.is_monotone else 'not monotone'}, {spread(subject.intervals)} apart")

    return [
        ("first frame with products, ours from a store of a million", "at most 25 ms and a tenth of Textual's",
         spread(ours.first), spread(theirs.first), first <= 25 and ratio <= 0.1),
        ("key to first movement of the bar", "at most 17 ms", spread(ours.key), spread(theirs.key), key <= 17),
        ("bytes a frame while sliding, after the first", "at most 200",
         f"{statistics.median(ours.sizes):.0f} ({min(ours.sizes)} to {max(ours.sizes)})",
         f"{statistics.median(theirs.sizes):.0f} ({min(theirs.sizes)} to {max(theirs.sizes)})",
         max(ours.sizes) <= 200),
        ("frames while sliding", "at least 6 positions, monotone, 16 to 17 ms apart", slide(ours), slide(theirs),
         min(ours.positions) >= 6 and ours.is_monotone and 16 <= interval <= 17.3),
        ("processor time while idle", "0", f"{ours.idle:.3f} ms/s", f"{theirs.idle:.3f} ms/s", ours.idle < 0.005),
        ("processor time of 20 tab switches", "at most 30 ms", f"{ours.switches:.1f} ms",
         f"{theirs.switches:.0f} ms", ours.switches <= 30),
        ("peak resident memory", "at most 24 MB", f"{ours.peak:.1f} MB", f"{theirs.peak:.1f} MB", ours.peak <= 24),
    ]


def table(results):
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
    cpu = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    lines = [
        f"Commit {commit.strip()}, {datetime.date.today()}; {os.cpu_count()} × {cpu.group(1) if cpu else 'processor'}, "
        f"Linux {platform.release()}; Textual {importlib.metadata.version('textual')}, Python {platform.python_version()}.",
        "",
        "| what | must reach | market-cli tabs | Textual | reached |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [f"| {what} | {goal} | {ours} | {theirs} | {'yes' if good else 'no'} |" for what, goal, ours, theirs, good in results]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a small store and few runs, to try the script")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md's table")
    options = parser.parse_args()
    runs = 2 if options.quick else 9
    address = store(10_000 if options.quick else 1_000_000)
    ours = Subject("market-cli", [MARKET, "tabs", "--database", address], row=1, slide=0.1)
    theirs = Subject("Textual", [sys.executable, ROOT / "Benchmarks/TextualTabs/tabs.py"], row=1, slide=0.3)
    for _ in range(runs):
        for subject in (ours, theirs):
            subject.measure_start()
    for subject in (ours, theirs):
        subject.measure_slides(runs)
        subject.measure_cpu(2 if options.quick else 10)
    results = rows(ours, theirs)
    text = table(results)
    print(text, end="")
    if options.write:
        page = ROOT / "docs/benchmarks.md"
        begin, end = "<!-- bench-terminal -->\n", "<!-- /bench-terminal -->"
        before, rest = page.read_text().split(begin, 1)
        page.write_text(before + begin + text + end + rest.split(end, 1)[1])
    sys.exit(0 if all(result[-1] for result in results) else 1)


if __name__ == "__main__":
    main()
