-- What ticks write, in a row of some 35 bytes: a tick touches a page for nearly each product that
-- events came for, and of these rows a page has a hundred, of those in products twenty.
-- created_at: as in products, here so that ticks, pages of products and exports read no row there.
-- z, rank_key: the popularity, and the integer that orders it; an unlisted product keeps them.
-- rank_from: the generation since which its current place in rank_versions stands; null for an
-- unlisted product, which has no place.
CREATE TABLE product_standings (
  product_id INTEGER PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  view_count INTEGER NOT NULL CHECK (view_count >= 0),
  like_count INTEGER NOT NULL CHECK (like_count >= 0),
  purchase_count INTEGER NOT NULL CHECK (purchase_count >= 0),
  z REAL NOT NULL,
  rank_key INTEGER NOT NULL,
  rank_from INTEGER
) STRICT;

INSERT INTO product_standings
SELECT id, created_at, view_count, like_count, purchase_count, z, rank_key,
  iif(listed = 1, rank_from, NULL)
FROM products ORDER BY id;

-- A trigger, so that no writer of this or a later release can forget it.
CREATE TRIGGER products_standing_update AFTER UPDATE OF created_at ON products
WHEN old.created_at <> new.created_at
BEGIN
  UPDATE product_standings SET created_at = new.created_at WHERE product_id = new.id;
END;

-- Each rewrites every row. A table made anew would be one rewrite, but to drop the old one would take
-- along what refers to it. The longest first: SQLite's rewriting gives each 0 and 1 a byte, and a row
-- that got longer by that would not fit on its page.
ALTER TABLE products DROP COLUMN z;
ALTER TABLE products DROP COLUMN rank_key;
ALTER TABLE products DROP COLUMN rank_from;
ALTER TABLE products DROP COLUMN view_count;
ALTER TABLE products DROP COLUMN like_count;
ALTER TABLE products DROP COLUMN purchase_count;
