-- What people did, in a file of its own beside the market's: recording then never empties the
-- caches of readers and never waits for a tick.

-- seq is never used again, because the market's applied_seq points into it.
-- actor: a keyed hash, below 0; the seed's made-up visitors are 0 and above.
-- kind: 1 view, 2 like, 3 unlike, 4 purchase.
-- counted: 0 when the event changes nothing, as a second view on one day.
-- liked_at: for an unlike that counts, when the like that it takes back happened.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  kind INTEGER NOT NULL CHECK (kind IN (1, 2, 3, 4)),
  occurred_at INTEGER NOT NULL,
  counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
  liked_at INTEGER
) STRICT;

-- The clients' ids of events, so that one sent twice counts once.
CREATE TABLE event_ids (
  event_id BLOB PRIMARY KEY CHECK (length(event_id) = 16),
  recorded_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What an actor can do once: day is the UTC day since 1970-01-01 of a view, or -1 for the state of
-- liking. occurred_at: when. Made-up visitors have no rows here, as they never come back.
CREATE TABLE event_once (
  day INTEGER NOT NULL,
  product_id INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (day, product_id, actor)
) STRICT, WITHOUT ROWID;
