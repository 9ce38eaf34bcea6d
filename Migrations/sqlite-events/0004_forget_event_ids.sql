-- Ids of events reach event_ids late, and are forgotten when no event that has one can come again.

-- An id that is random falls anywhere in event_ids. Added at once, each wrote a page to the log and
-- back. Now they lie here first, and whoever records keeps them in memory, too, and adds many at a time
-- in the order of the key.
-- last_seq: the number of the last event that the transaction recorded; ids: those of all its events,
-- sixteen bytes each.
CREATE TABLE recent_event_ids (
  last_seq INTEGER PRIMARY KEY,
  recorded_at INTEGER NOT NULL,
  ids BLOB NOT NULL CHECK (length(ids) > 0 AND length(ids) % 16 = 0)
) STRICT;

-- ids_indexed_seq: event_ids has the ids of all events up to this one, and of some behind it; a row's
-- recorded_at is when its id was recorded, or later.
ALTER TABLE recording_state
  ADD COLUMN ids_indexed_seq INTEGER NOT NULL DEFAULT 0 CHECK (ids_indexed_seq >= 0);
UPDATE recording_state SET ids_indexed_seq =
  (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events');

-- ids_forgotten_before: ids that were recorded before this moment are forgotten, or are being
-- forgotten, and events that may have had one of them are rejected; null before the first time.
ALTER TABLE recording_state ADD COLUMN ids_forgotten_before INTEGER;
-- forgetting_after: the last id that the pass over event_ids has looked at, empty when it begins; null
-- when no pass is under way.
ALTER TABLE recording_state ADD COLUMN forgetting_after BLOB;
-- forgetting_began_at: when the last pass began.
ALTER TABLE recording_state ADD COLUMN forgetting_began_at INTEGER NOT NULL DEFAULT 0;
