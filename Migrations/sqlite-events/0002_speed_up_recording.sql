-- Recording, made several times as fast.

-- A list of four values in a check is a B-tree of its own, which SQLite builds anew for each row: most
-- of the time that adding an event took. A range is two comparisons. Nothing else of events changes.
CREATE TABLE new_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
  occurred_at INTEGER NOT NULL,
  counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
  liked_at INTEGER
) STRICT;

INSERT INTO new_events (seq, product_id, actor, kind, occurred_at, counted, liked_at)
  SELECT seq, product_id, actor, kind, occurred_at, counted, liked_at FROM events ORDER BY seq;

-- The last number goes on, also where the last rows are gone.
DELETE FROM sqlite_sequence WHERE name = 'new_events';
UPDATE sqlite_sequence SET name = 'new_events' WHERE name = 'events';

DROP TABLE events;
ALTER TABLE new_events RENAME TO events;

-- Views reach event_once late and many at a time. A view by itself falls anywhere in that table: added
-- at once, each wrote a page, four kilobytes for thirty bytes, to the log and back. Whoever records
-- keeps the newest views in memory and adds them in the order of the key; what is lost with the process
-- is read again from events. occurred_at of a view in event_once is 0 from here on: nobody reads it,
-- and events has it.

-- One row. indexed_seq: event_once has the counted views of all events up to this one, and of some
-- behind it. forgotten: raised when rows are taken out of event_once, so that every connection
-- forgets the views that it keeps.
CREATE TABLE recording_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  indexed_seq INTEGER NOT NULL CHECK (indexed_seq >= 0),
  forgotten INTEGER NOT NULL CHECK (forgotten >= 0)
) STRICT;

INSERT INTO recording_state (id, indexed_seq, forgotten)
  VALUES (1, (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events'), 0);
