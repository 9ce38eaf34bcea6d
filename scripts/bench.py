"""Measures market-cli beside nginx and the sqlite3 shell, and prints the table of docs/benchmarks.md.

Every figure that has a goal is a ratio of two things measured in turn in this run: absolute numbers
of another machine, or of another hour, say little. Needs nginx, wrk and sqlite3; everything listens
on 127.0.0.1 and is stopped again. `--quick` takes a tenth of the size and time, to try the script.
"""
import argparse
import datetime
import http.client
import os
import pathlib
import platform
import re
import statistics
import subprocess
import tempfile
import time

import bench_living
from bench_tools import (MARKET, NGINX_PORT, ROOT, SLICE_BENCH, SMALL_PORT, Nginx, Server, Store,
                         cursor_paths, get, requests_per_second, run, say, timed, wrk_script)


def measure_feeds(folder, store, small, seconds, rounds):
    """First and queried slices against nginx, large against small, and the peak memory afterwards."""
    rows = []
    with Server(store) as server, Server(small, SMALL_PORT) as small_server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        first = "/v1/feeds/popular"
        body = get(connection, first)
        paths = cursor_paths(server)
        script = wrk_script(folder, paths)
        small_script = wrk_script(folder, cursor_paths(small_server))
        ratios = {"first": [], "queried": [], "size": []}
        figures = {"nginx": [], "first": [], "queried": [], "small": []}
        with Nginx(folder, body):
            for number in range(rounds):
                nginx = requests_per_second(f"http://127.0.0.1:{NGINX_PORT}/feed", seconds)
                cached = requests_per_second(server.url + first, seconds)
                queried = requests_per_second(server.url, seconds, script)
                few = requests_per_second(small_server.url, seconds, small_script)
                say(f"  round {number + 1}: nginx {nginx:.0f}, first slice {cached:.0f}, "
                    f"queried {queried:.0f}, of {small.count:,} products {few:.0f} requests/s")
                ratios["first"].append(cached / nginx)
                ratios["queried"].append(queried / nginx)
                ratios["size"].append(few / queried)
                for name, figure in zip(figures, (nginx, cached, queried, few)):
                    figures[name].append(figure)
        median = {name: statistics.median(values) for name, values in figures.items()}
        rows.append((
            f"first slice, {len(body):,} bytes, `wrk -t2 -c64`, against nginx", "at least 1.1",
            statistics.median(ratios["first"]),
            f"{median['first']:,.0f} against {median['nginx']:,.0f} requests/s"))
        rows.append((
            f"queried slice, {len(paths):,} different cursors, against the same nginx",
            "at least 0.45", statistics.median(ratios["queried"]),
            f"{median['queried']:,.0f} requests/s"))
        rows.append((
            f"time of a queried slice at {store.count:,} against {small.count:,} products",
            "at most 1.3", statistics.median(ratios["size"]),
            f"{median['queried']:,.0f} against {median['small']:,.0f} requests/s"))
        rows.append((
            f"peak memory serving {store.count:,} products after this load", "at most 120 MB",
            None, f"{server.peak_megabytes():.1f} MB"))
    return rows


def measure_slices(small, large):
    """Depth and size inside one process, with the statements that SQLite counted."""
    output = run([SLICE_BENCH, small.path, large.path], capture_output=True, text=True).stdout
    figures = {}
    for line in output.splitlines():
        name, feed, microseconds, statements, instructions = line.split()
        figures[name, feed] = (float(microseconds), float(statements), float(instructions))
    rows = []
    for feed in ("recent", "popular"):
        second, deep = figures["slice-2", feed], figures["slice-5000", feed]
        rows.append((
            f"{feed}: slice 5,000 against slice 2, {large.count:,} products", "at most 1.1",
            deep[0] / second[0],
            f"{deep[0]:.1f} against {second[0]:.1f} µs; statements {deep[1]:g} and "
            f"{second[1]:g}, instructions {deep[2]:.0f} and {second[2]:.0f}"))
        few, many = figures["anywhere-small", feed], figures["anywhere-large", feed]
        rows.append((
            f"{feed}: the query alone, anywhere in {large.count:,} against {small.count:,} products",
            "", many[0] / few[0], f"{many[0]:.1f} against {few[0]:.1f} µs"))
        tail, median, worst = figures["filter-pairs", feed]
        rows.append((
            f"{feed}: a slice under a pair of filters, {large.count:,} products, p99",
            "at most 5 ms", None,
            f"{tail / 1000:.2f} ms; median {median / 1000:.2f}, slowest {worst / 1000:.2f} ms"))
        for kind, subject in SEARCHES.items():
            if (kind, feed) not in figures:
                continue
            tail, median, worst = figures[kind, feed]
            rows.append((
                f"{feed}: a search of {subject}, {large.count:,} products, p99 · slowest",
                "at most 15 · 50 ms", None,
                f"{tail / 1000:.2f} · {worst / 1000:.2f} ms; median {median / 1000:.2f} ms"))
    return rows


# What SliceBench searches for, by the names of its lines.
SEARCHES = {
    "search-1": "one character",
    "search-2": "two characters",
    "search-3": "three characters",
    "search-5": "five characters",
    "search-pairs": "two words",
    "search-never-meet": "two frequent words that never meet",
}


def import_with_shell(folder, store):
    """Seconds in which the sqlite3 shell imports the rows of a store's products into its schema.

    A product's rows are those of five tables: itself, how it stands, its details, and its place in
    each feed. A text file holds neither bytes nor null: cards are texts of the same length, for which
    the schema says ANY, and what is null has a value.
    """
    folder = pathlib.Path(folder)
    tables = {
        "vendors": "SELECT * FROM vendors",
        "products": "SELECT id, listed, origin, name, price_minor, "
                    "coalesce(original_minor, price_minor + 1), currency, stock, category, "
                    "coalesce(vendor_id, 1), coalesce(thumbnail, ''), "
                    "coalesce(thumbnail_width, 320), coalesce(thumbnail_height, 320), "
                    "created_at, updated_at FROM products",
        "product_standings": "SELECT * FROM product_standings",
        "product_details": "SELECT * FROM product_details",
        "recent_cards": "SELECT created_at, product_id, substr(hex(card), 1, length(card)) "
                        "FROM recent_cards",
        "rank_versions": "SELECT rank_key, product_id, from_generation, to_generation, "
                         "substr(hex(card), 1, length(card)), 0 FROM rank_versions",
    }
    for table, query in tables.items():
        with open(folder / f"{table}.csv", "w") as output:
            run(["sqlite3", "-csv", store.path, query], stdout=output)
    schema = store.sql("SELECT group_concat(sql, ';') FROM sqlite_schema "
                       "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'")
    target = folder / "shell.db"
    target.unlink(missing_ok=True)
    empty = re.sub(r"\bcard BLOB\b", "card ANY", schema)
    run(["sqlite3", target, f"PRAGMA journal_mode=WAL; {empty};"], stdout=subprocess.DEVNULL)
    imports = "".join(f".import --csv {folder}/{table}.csv {table}\n" for table in tables)
    script = f"PRAGMA synchronous=FULL;\nPRAGMA foreign_keys=ON;\n{imports}"
    start = time.monotonic()
    run(["sqlite3", target], input=script, text=True)
    seconds = time.monotonic() - start
    imported = int(run(["sqlite3", target, "SELECT count(*) FROM products"],
                       capture_output=True, text=True).stdout)
    if imported != store.count:
        raise SystemExit(f"the shell imported {imported} of {store.count} products")
    for name in list(tables) + ["shell"]:
        for file in folder.glob(f"{name}.*"):
            file.unlink()
    return seconds


def check_seeded(store):
    """Integrity, counts and the export of a seeded store, or an end of the program."""
    products = store.sql("SELECT count(*) FROM products")
    details = store.sql("SELECT count(*) FROM product_details")
    places = store.sql("SELECT (SELECT count(*) FROM recent_cards) || ' ' || "
                       "(SELECT count(*) FROM rank_versions)")
    counted = store.sql("SELECT sum(view_count + like_count + purchase_count) "
                        "FROM product_standings")
    events = store.sql("SELECT count(*) FROM events", "-events")
    integrity = store.sql("PRAGMA integrity_check")
    export = subprocess.Popen([str(MARKET), "export", "--database", store.address],
                              stdout=subprocess.PIPE)
    exported = str(sum(1 for _ in export.stdout))
    if export.wait() != 0:
        raise SystemExit("export failed")
    expected = str(store.count)
    if (products, details, places, integrity, exported) != (
            expected, expected, f"{expected} {expected}", "ok", expected) or counted != events:
        raise SystemExit(f"the seeded store is not whole: {products} products, {details} details, "
                         f"{places} places, {counted} counted of {events} events, "
                         f"integrity {integrity}, {exported} exported")
    return int(events)


def measure_seed(folder, store, goal):
    seconds, megabytes = store.seed()
    events = check_seeded(store)
    rows = []
    if goal:
        shell = import_with_shell(folder, store)
        rows.append((
            f"seed {store.count:,} products with {events:,} events, against the sqlite3 shell "
            "importing the same product rows", "at least 0.8", shell / seconds,
            f"{store.count / seconds:,.0f} against {store.count / shell:,.0f} products/s"))
    rows.append((
        f"peak memory of seed, {store.count:,} products", "at most 150 MB", None,
        f"{megabytes:.1f} MB, {seconds:.1f} s"))
    return rows


def measure_tabs(store):
    runs = [timed([MARKET, "tabs", "--plain", "--database", store.address]) for _ in range(21)]
    milliseconds = statistics.median(r[0] for r in runs) * 1_000
    megabytes = max(r[1] for r in runs)
    return [(f"`tabs --plain` on {store.count:,} products, whole process", "at most 25 ms, 24 MB",
             None, f"{milliseconds:.1f} ms, {megabytes:.1f} MB")]


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo")
                  if line.startswith("model name")), platform.machine())
    commit = run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"],
                 capture_output=True, text=True).stdout.strip()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    nginx = run(["nginx", "-v"], capture_output=True, text=True).stderr.strip().split("/")[-1]
    sqlite = run(["sqlite3", "--version"], capture_output=True, text=True).stdout.split()[0]
    return (f"Commit {commit}, {datetime.date.today()}; {os.cpu_count()} × {model}, "
            f"{memory:.0f} GiB, Linux {platform.release()}; nginx {nginx}, SQLite {sqlite}.")


def table(rows):
    lines = ["| what | must reach | ratio | figures |", "| --- | --- | --- | --- |"]
    for what, goal, ratio, figures in rows:
        lines.append(f"| {what} | {goal} | {'' if ratio is None else f'{ratio:.2f}'} | {figures} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the size and time")
    parser.add_argument("--ten-million", action="store_true", help="also seed and serve ten million products (--quick: 200,000)")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md's table")
    options = parser.parse_args()
    large_count = 100_000 if options.quick else 1_000_000
    # Many short rounds: the machine's speed changes within seconds, and both sides of a ratio should
    # meet the same.
    seconds, rounds = (1, 1) if options.quick else (3, 10)
    rows = []
    with tempfile.TemporaryDirectory(prefix="market-bench-") as folder:
        small, large = Store(folder, 10_000), Store(folder, large_count)
        say("seed")
        small.seed()
        seed_rows = measure_seed(folder, large, goal=True)
        if options.ten_million:
            say("seed of ten million")
            huge = Store(folder, 200_000 if options.quick else 10_000_000)
            seed_rows += measure_seed(folder, huge, goal=False)
            say("ten million under load")
            seed_rows += bench_living.measure_ten_million(folder, huge, small, seconds, rounds)
            for file in pathlib.Path(folder).glob(f"market-{huge.count}.db*"):
                file.unlink()
        say("feeds over HTTP")
        rows += measure_feeds(folder, large, small, seconds, rounds)
        say("slices inside one process")
        rows[3:3] = measure_slices(small, large)
        rows += seed_rows
        say("tabs --plain")
        rows += measure_tabs(large)
        # Last, since it changes the store.
        rows += bench_living.measure(folder, large, options.quick)
    report = f"{machine()}\n\n{table(rows)}\n"
    print(report)
    if options.write:
        page = ROOT / "docs/benchmarks.md"
        text = page.read_text()
        begin, end = "<!-- bench -->\n", "<!-- /bench -->\n"
        before, rest = text.split(begin)
        after = rest.split(end)[1]
        page.write_text(f"{before}{begin}{report}{end}{after}")


if __name__ == "__main__":
    main()
