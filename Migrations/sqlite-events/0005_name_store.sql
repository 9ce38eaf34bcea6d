-- store_id: that of the market's file that these events are of, so that another store's events are not
-- taken for its own; null until migrate has looked at both files.
ALTER TABLE recording_state ADD COLUMN store_id TEXT;
