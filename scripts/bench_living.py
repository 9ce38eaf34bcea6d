"""The rows of feeds that move: recording, feeds while events come in, generations, ticks, listeners."""
import os
import pathlib
import re
import resource
import socket
import statistics
import subprocess
import time

from bench_tools import (ROOT, SLICE_BENCH, SMALL_PORT, Server, cursor_paths, feed_cursor_paths,
                         requests_per_second, run, say, wrk_script)

EVENT_LOAD = ROOT / ".build/release/EventLoad"


def measure(folder, store, quick):
    """All rows but those of ten million products; leaves millions of events in the store."""
    seconds, rounds = (2, 1) if quick else (6, 5)
    say("feeds while events are recorded")
    # More and shorter rounds than elsewhere: single ones lie apart by a third.
    rows = measure_feeds_under_events(folder, store, *((2, 1) if quick else (4, 9)))
    say("listeners")
    rows += measure_listeners(store, 500 if quick else 5_000)
    say("generations and ticks")
    rows += measure_generations(store)
    say("recording")
    rows += measure_recording(store, 100_000 if quick else 3_000_000, seconds, rounds)
    return rows


def start_events(server, store, ids, connections, rate, seconds):
    return subprocess.Popen(
        [str(EVENT_LOAD), str(server.port), str(store.count), ids, str(connections), str(rate),
         str(seconds)], stdout=subprocess.PIPE, text=True)


def finish_events(process):
    """Events a second, and the milliseconds that half and 99 in 100 calls took."""
    output = process.communicate()[0].strip()
    if process.returncode != 0:
        raise SystemExit(output)
    count, seconds, median, tail = map(float, output.split())
    return count / seconds, median, tail


def record_events(*arguments):
    return finish_events(start_events(*arguments))


def sync_milliseconds(folder):
    """Milliseconds of one fdatasync of a page behind the end of a file beside the store."""
    times = []
    path = folder / "sync"
    with open(path, "wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            start = time.monotonic()
            os.fdatasync(file.fileno())
            times.append((time.monotonic() - start) * 1_000)
    path.unlink()
    return statistics.median(times)


def measure_recording(store, wanted, seconds, rounds):
    rows = []
    with Server(store) as server:
        while int(store.sql("SELECT count(*) FROM events WHERE actor < 0", "-events")) < wanted:
            record_events(server, store, "time", 32, 0, seconds)
        # In turn, so that both meet the same moments and sizes.
        figures = {"time": [], "random": []}
        for number in range(rounds):
            for ids, values in figures.items():
                values.append(record_events(server, store, ids, 32, 0, seconds))
            say(f"  round {number + 1}: " + ", ".join(
                f"{ids} ids {values[-1][0]:.0f}/s" for ids, values in figures.items()))
        sync = sync_milliseconds(store.path.parent)
        count = int(store.sql("SELECT count(*) FROM events WHERE actor < 0", "-events"))
    for ids, goal in (("time", 50_000), ("random", 25_000)):
        rate, median, tail = (statistics.median(column) for column in zip(*figures[ids]))
        name = "in time order (UUIDv7)" if ids == "time" else "random (UUIDv4)"
        rows.append((
            f"events recorded durably a second, calls of 100, ids {name}, {wanted / 1e6:g} to "
            f"{count / 1e6:.1f} million rows", f"at least {goal:,}", None,
            f"{rate:,.0f}/s; a call {median:.0f} ms, 99 in 100 {tail:.0f} ms; "
            f"one fdatasync {sync:.2f} ms"))
    return rows


def measure_feeds_under_events(folder, store, seconds, rounds):
    """Slices beside events, each round against the mean of the one before and the one after without.

    The machine's speed drifts within seconds, and what the rounds leave behind makes the cursors'
    generation dearer to read, with and without events.
    """
    rows = []
    with Server(store) as server:
        script = wrk_script(folder, cursor_paths(server))
        for rate, goal in ((1_000, 0.85), (20_000, 0.7)):
            pairs, rates, tails = [], [], []
            before = requests_per_second(server.url, seconds, script)
            for number in range(rounds):
                # A second more, so that events come in for as long as slices are read.
                events = start_events(server, store, "time", 8, rate, seconds + 1)
                time.sleep(0.5)
                beside = requests_per_second(server.url, seconds, script)
                recorded, _, tail = finish_events(events)
                wait_until_applied(store)
                after = requests_per_second(server.url, seconds, script)
                alone = (before + after) / 2
                pairs.append((beside / alone, beside, alone))
                rates.append(recorded)
                tails.append(tail)
                say(f"  round {number + 1}: {beside:.0f} requests/s, {before:.0f} before and "
                    f"{after:.0f} after, {recorded:.0f} events/s")
                before = after
            ratio, beside, alone = (statistics.median(column) for column in zip(*pairs))
            rows.append((
                f"queried slices while {rate:,} events a second are recorded, against none",
                f"at least {goal}", ratio,
                f"{beside:,.0f} against {alone:,.0f} requests/s; {statistics.median(rates):,.0f} "
                f"events/s, 99 in 100 calls {statistics.median(tails):.0f} ms"))
    return rows


def wait_until_applied(store):
    """Waits until ticks have caught up and nothing is late: what one round left is not paid by the next."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        applied = store.sql("SELECT applied_seq FROM market_state")
        if (applied == store.sql("SELECT max(seq) FROM events", "-events")
                and store.sql("SELECT count(*) FROM late_standings") == "0"):
            return
        time.sleep(0.1)
    raise SystemExit("ticks do not catch up")


def processor_seconds(server):
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_kilobytes(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))


def measure_listeners(store, count):
    """Memory and processor time of streams that nothing happens on."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 1_000), hard))
    with Server(store) as server:
        wait_until_applied(store)
        # A few first: what a loop needs for its first stream is not theirs.
        listeners = [listen(server) for _ in range(64)]
        before = resident_kilobytes(server)
        listeners += [listen(server) for _ in range(count)]
        each = (resident_kilobytes(server) - before) / count
        start = processor_seconds(server)
        time.sleep(10)
        spent = processor_seconds(server) - start
        for listener in listeners:
            listener.close()
    with Server(store) as server:
        start = processor_seconds(server)
        time.sleep(10)
        alone = processor_seconds(server) - start
    return [(
        f"{count:,} idle listeners to changes", "at most 8 KB each, no measurable processor time",
        None, f"{each:.1f} KB each; {spent * 1_000:.0f} ms of processor time in ten seconds, "
        f"{alone * 1_000:.0f} without any")]


def listen(server):
    listener = socket.create_connection(("127.0.0.1", server.port))
    listener.sendall(b"GET /v1/feeds/popular/changes HTTP/1.1\r\nHost: bench\r\n\r\n")
    if not listener.recv(4096).startswith(b"HTTP/1.1 200"):
        raise SystemExit("a listener was refused")
    return listener


# Of EventLoad and SliceBench, both of which ask Visitors: events a second, the mean weight of nine
# views and a like, and what spreads the ranks over the ids.
STEADY_RATE, MEAN_WEIGHT, RANK_STEP = 1_000, 1.7, 611_953


def bring_to_steady_state(store):
    """Gives each product the score that it has when such events have come for many half-lives.

    Without it a shop's first hour would be measured, in which every score doubles again and again:
    to wait for the steady state would take a third of a billion events. A product that gets r
    weighted events a second has the score ln(r / d) + d (t - L), with d the decay of a second.
    """
    inverse = pow(RANK_STEP, -1, store.count)
    store.sql(f"""
        CREATE TEMP TABLE steady AS SELECT
          ln(2) * 1000.0 / (SELECT half_life FROM rank_arithmetic) AS decay,
          (SELECT generation + 1 FROM market_state) AS generation;
        UPDATE product_standings SET rank_from = (SELECT generation FROM steady), z = (
          SELECT ln({STEADY_RATE * MEAN_WEIGHT} / ln({store.count + 1})
              / (CASE (product_id - 1) * {inverse} % {store.count} WHEN 0 THEN {store.count}
                 ELSE (product_id - 1) * {inverse} % {store.count} END) / decay)
            + decay * (unixepoch() - unixepoch('2020-01-01')) FROM steady);
        UPDATE product_standings SET
          rank_key = CAST(floor(z * 1000) AS INTEGER) + (SELECT rank_offset FROM rank_arithmetic);
        DELETE FROM rank_versions;
        INSERT INTO rank_versions (rank_key, product_id, from_generation, to_generation, card)
          SELECT s.rank_key, s.product_id, s.rank_from, 1 << 60, c.card
          FROM product_standings AS s JOIN recent_cards AS c
            ON c.created_at = s.created_at AND c.product_id = s.product_id
          ORDER BY s.rank_key DESC, s.product_id DESC;
        UPDATE market_state SET catalog_version = catalog_version + 1,
          generation = (SELECT generation FROM steady),
          swept_generation = (SELECT generation FROM steady);""")


def measure_generations(store):
    bring_to_steady_state(store)
    output = run([SLICE_BENCH, "living", store.path], capture_output=True, text=True).stdout
    slices, tick = {}, None
    for line in output.splitlines():
        fields = line.split()
        if fields[0] == "living-slice":
            slices[fields[1], int(fields[2])] = float(fields[3]), float(fields[4])
        else:
            tick = [float(field) for field in fields[2:5]]
    listing = ", ".join(
        f"{name[6:]} at {age} s {answer:.1f} ({scan:.1f})"
        for (name, age), (answer, scan) in slices.items())
    answers = [answer for answer, _ in slices.values()]
    return [
        (f"popular: slices 2 and 5,000 at generations of three ages, steady state at 1,000 events a "
         f"second, {store.count:,} products: slowest against fastest", "at most 2",
         max(answers) / min(answers),
         f"µs of the processor for the API's answer (the scan in it), slice {listing}"),
        (f"a tick of 20,000 events, {store.count:,} products", "less than its second", None,
         f"{tick[0]:.0f} ms, {tick[2]:.0f} ms of the processor; 99 in 100 {tick[1]:.0f} ms")]


def measure_ten_million(folder, huge, small, seconds, rounds):
    """Slices by cursor beside a small store, and the memory after them and 1,000 and 20,000 events/s."""
    rows = []
    with Server(huge) as server, Server(small, SMALL_PORT) as small_server:
        paths = []
        for feed in ("recent", "popular"):
            # Each feed by itself: to collect the cursors of ten million products takes minutes, and a
            # cursor lives for fifteen.
            feed_paths = feed_cursor_paths(server, feed)
            paths += feed_paths
            large_script = wrk_script(folder, feed_paths)
            small_script = wrk_script(folder, feed_cursor_paths(small_server, feed))
            pairs = []
            for _ in range(rounds):
                many = requests_per_second(server.url, seconds, large_script)
                few = requests_per_second(small_server.url, seconds, small_script)
                pairs.append((few / many, many, few))
            ratio, many, few = (statistics.median(column) for column in zip(*pairs))
            rows.append((
                f"{feed}: time of a queried slice at {huge.count:,} against {small.count:,} products",
                "at most 1.5", ratio, f"{many:,.0f} against {few:,.0f} requests/s"))
        script = wrk_script(folder, paths)
        for rate in (1_000, 20_000):
            events = start_events(server, huge, "time", 8, rate, seconds + 1)
            requests_per_second(server.url, seconds, script)
            finish_events(events)
            wait_until_applied(huge)
        rows.append((
            f"peak memory serving {huge.count:,} products under this load and 20,000 events a second",
            "at most 200 MB", None, f"{server.peak_megabytes():.1f} MB"))
    return rows
