-- How products stand that a tick beside many events has moved: each row lies on a page of its own in
-- product_standings, so it waits here until rows of many ticks go there together, and with them the
-- counts on cards of the recent feed. While a product has a row here, this one is true; both have
-- rank_from, or neither.
CREATE TABLE late_standings (
  product_id INTEGER PRIMARY KEY,
  created_at INTEGER NOT NULL,
  view_count INTEGER NOT NULL CHECK (view_count >= 0),
  like_count INTEGER NOT NULL CHECK (like_count >= 0),
  purchase_count INTEGER NOT NULL CHECK (purchase_count >= 0),
  z REAL NOT NULL,
  rank_key INTEGER NOT NULL,
  rank_from INTEGER
) STRICT;

INSERT INTO late_standings
SELECT s.* FROM lagging_cards AS l CROSS JOIN product_standings AS s ON s.product_id = l.product_id
ORDER BY s.product_id;

DROP TABLE lagging_cards;

-- Triggers, as a reference to products would look there for each row that a tick adds.
CREATE TRIGGER product_standings_delete AFTER DELETE ON product_standings
BEGIN
  DELETE FROM late_standings WHERE product_id = old.product_id;
END;

CREATE TRIGGER product_standings_update AFTER UPDATE OF created_at ON product_standings
BEGIN
  UPDATE late_standings SET created_at = new.created_at WHERE product_id = new.product_id;
END;

-- How products stand, wherever it is written.
CREATE VIEW current_standings AS
SELECT s.product_id, s.created_at,
  coalesce(l.view_count, s.view_count) AS view_count,
  coalesce(l.like_count, s.like_count) AS like_count,
  coalesce(l.purchase_count, s.purchase_count) AS purchase_count,
  coalesce(l.z, s.z) AS z,
  coalesce(l.rank_key, s.rank_key) AS rank_key,
  coalesce(l.rank_from, s.rank_from) AS rank_from
FROM product_standings AS s LEFT JOIN late_standings AS l ON l.product_id = s.product_id;
