"""What the benchmarks share: stores, servers, and wrk with paths of slices."""
import http.client
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARKET = ROOT / ".build/release/market-cli"
SLICE_BENCH = ROOT / ".build/release/SliceBench"
MARKET_PORT, NGINX_PORT, SMALL_PORT = 18080, 18081, 18082


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(arguments, **options):
    return subprocess.run([str(a) for a in arguments], check=True, **options)


# The kernel counts the memory of whoever starts a program as the program's own until it has begun,
# so the one who starts it must be small: this, and not the program that holds all paths.
LAUNCHER = """
import os, subprocess, sys, time
start = time.monotonic()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(status, time.monotonic() - start, usage.ru_maxrss / 1024)
"""


def timed(arguments):
    """Runs a program; returns (seconds, peak resident megabytes)."""
    output = run([sys.executable, "-I", "-S", "-c", LAUNCHER, *arguments],
                 capture_output=True, text=True).stdout
    status, seconds, megabytes = output.split()
    if status != "0":
        raise SystemExit(f"failed with status {status}: {' '.join(map(str, arguments))}")
    return float(seconds), float(megabytes)


class Store:
    """A seeded store in a folder of its own."""

    def __init__(self, folder, count):
        self.count = count
        self.path = pathlib.Path(folder) / f"market-{count}.db"
        self.address = f"sqlite:{self.path}"
        run([MARKET, "migrate", "--database", self.address, "--quiet"], stdout=subprocess.DEVNULL)

    def seed(self):
        return timed([MARKET, "seed", "--count", self.count, "--database", self.address, "--quiet"])

    def sql(self, text, suffix=""):
        result = run(["sqlite3", f"{self.path}{suffix}", text], capture_output=True, text=True)
        return result.stdout.strip()


class Server:
    """market-cli serve on a store, while the block runs."""

    def __init__(self, store, port=MARKET_PORT):
        self.store = store
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def __enter__(self):
        self.process = subprocess.Popen(
            [str(MARKET), "serve", "--listen", f"127.0.0.1:{self.port}", "--threads", "2",
             "--database", self.store.address],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(self.port)
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)

    def peak_megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) / 1024


class Nginx:
    """nginx serving one file from memory, in the faster of its two settings for 6 KB."""

    def __init__(self, folder, body):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="market-bench-", dir="/dev/shm"))
        (self.folder / "feed").write_bytes(body)
        self.folder.chmod(0o755)
        self.configuration = pathlib.Path(folder) / "nginx.conf"
        self.configuration.write_text(f"""
            worker_processes 2;
            daemon off;
            pid {folder}/nginx.pid;
            error_log {folder}/nginx.log;
            events {{ worker_connections 4096; }}
            http {{
              access_log off;
              sendfile off;
              open_file_cache max=16;
              keepalive_requests 1000000000;
              default_type application/json;
              server {{ listen 127.0.0.1:{NGINX_PORT} reuseport; root {self.folder}; }}
            }}""")

    def __enter__(self):
        self.process = subprocess.Popen(["nginx", "-c", str(self.configuration)])
        wait_for_port(NGINX_PORT)
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        shutil.rmtree(self.folder)


def wait_for_port(port):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            http.client.HTTPConnection("127.0.0.1", port, timeout=1).connect()
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"nothing listens on port {port}")


def get(connection, path):
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    if response.status != 200:
        raise SystemExit(f"{path}: {response.status} {body[:200]}")
    return body


def requests_per_second(url, seconds, script=None):
    arguments = ["wrk", "-t2", "-c64", f"-d{seconds}s"]
    if script:
        arguments += ["-s", str(script)]
    output = run(arguments + [url], capture_output=True, text=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise SystemExit(f"wrk met errors:\n{output}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))


def cursor_paths(server):
    """Paths of slices of 20 all over both feeds in turn, each with another cursor."""
    feeds = [feed_cursor_paths(server, feed) for feed in ("recent", "popular")]
    return [path for pair in zip(*feeds) for path in pair]


def feed_cursor_paths(server, feed):
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    paths, cursor = [], None
    while True:
        path = f"/v1/feeds/{feed}?limit=100" + (f"&cursor={cursor}" if cursor else "")
        cursor = json.loads(get(connection, path)).get("next_cursor")
        if cursor is None:
            return paths[:-1]
        paths.append(f"/v1/feeds/{feed}?limit=20&cursor={cursor}")


def wrk_script(folder, paths):
    """A script with which each thread of wrk asks for another path each time, far from the last."""
    script = pathlib.Path(folder) / f"paths-{len(paths)}.lua"
    listing = pathlib.Path(folder) / f"paths-{len(paths)}.txt"
    listing.write_text("\n".join(paths))
    script.write_text(f"""
        local paths = {{}}
        for line in io.lines("{listing}") do paths[#paths + 1] = line end
        local requests, place = {{}}, 0
        function init(arguments)
          for i, path in ipairs(paths) do requests[i] = wrk.format("GET", path) end
          math.randomseed(os.time() + tonumber(tostring(paths):match("0x(%x+)"), 16) % 100000)
          place = math.random(#paths)
        end
        function request()
          place = (place + 7919) % #requests
          return requests[place + 1]
        end""")
    return script
