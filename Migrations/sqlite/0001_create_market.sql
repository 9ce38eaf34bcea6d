-- The market's own database: what is sold, by whom, and where each product stands in the feeds.
-- Times are milliseconds since 1970-01-01T00:00:00Z, amounts the currency's smallest unit.

-- One row. generation: raised by each tick that moved ranks or counts. catalog_version: raised by
-- each write of a product or vendor. applied_seq: the last recorded event that counts and ranks
-- already contain, written in the same transaction as they. swept_generation: superseded places
-- up to this generation may be gone, so older cursors have expired. store_id names this store as
-- the source of its own products in exports.
CREATE TABLE market_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  store_id TEXT NOT NULL,
  generation INTEGER NOT NULL CHECK (generation >= 0),
  catalog_version INTEGER NOT NULL CHECK (catalog_version >= 0),
  applied_seq INTEGER NOT NULL CHECK (applied_seq >= 0),
  swept_generation INTEGER NOT NULL CHECK (swept_generation >= 0)
) STRICT;

INSERT INTO market_state VALUES (1, lower(hex(randomblob(8))), 0, 0, 0, 0);

-- Keys for cursors and actors' hashes, 32 random bytes each, so that both survive a restart.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT, WITHOUT ROWID;

-- origin, here and in products: 0 made here, 1 by the seed, 2 from a file.
CREATE TABLE vendors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  origin INTEGER NOT NULL CHECK (origin IN (0, 1, 2)),
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  created_at INTEGER NOT NULL
) STRICT;

-- A product, column by column: what recent_cards and rank_versions say of it is derived from here.
-- z, rank_key, rank_from: its popularity, the integer that orders it, and the generation since
-- which its current place in rank_versions stands.
CREATE TABLE products (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  origin INTEGER NOT NULL CHECK (origin IN (0, 1, 2)),
  name TEXT NOT NULL CHECK (name <> ''),
  price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
  original_minor INTEGER CHECK (original_minor > price_minor),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  stock INTEGER NOT NULL CHECK (stock >= 0),
  category TEXT NOT NULL CHECK (category <> ''),
  vendor_id INTEGER REFERENCES vendors (id),
  thumbnail TEXT,
  thumbnail_width INTEGER,
  thumbnail_height INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  view_count INTEGER NOT NULL CHECK (view_count >= 0),
  like_count INTEGER NOT NULL CHECK (like_count >= 0),
  purchase_count INTEGER NOT NULL CHECK (purchase_count >= 0),
  z REAL NOT NULL,
  rank_key INTEGER NOT NULL,
  rank_from INTEGER NOT NULL
) STRICT;

-- Serves the recent feed, read backwards: the listed products in its order. Ascending, because new
-- products then come at the end, which SQLite appends to without splitting pages in the middle.
-- card: all that a feed shows of a product, as one value (PackedCard.swift has the form).
-- Looking up each product of a slice in another table, and reading seventeen columns of it, took
-- most of a slice's time; each write of a column writes the card too.
CREATE TABLE recent_cards (
  created_at INTEGER NOT NULL,
  product_id INTEGER NOT NULL,
  card BLOB NOT NULL CHECK (length(card) > 0),
  PRIMARY KEY (created_at, product_id)
) STRICT, WITHOUT ROWID;

-- Apart from products, so that ticks and exports of cards touch few pages.
CREATE TABLE product_details (
  product_id INTEGER PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  description TEXT NOT NULL
) STRICT;

-- Pictures from 1 on. A product with none here shows its thumbnail.
CREATE TABLE product_images (
  product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 10),
  url TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  PRIMARY KEY (product_id, position)
) STRICT, WITHOUT ROWID;

-- What products from files are known by. Products made here or by the seed are known by this
-- store's id and their own.
CREATE TABLE product_sources (
  source TEXT NOT NULL,
  source_id TEXT NOT NULL,
  product_id INTEGER NOT NULL UNIQUE REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (source, source_id)
) STRICT, WITHOUT ROWID;

-- Serves the popular feed: every place that a product has, or lately had, in the ranking.
-- A row is alive in the generations from_generation <= g < to_generation; 1 << 60 means current.
-- The current row carries the product's card, so that a slice is one range scan however large the
-- table; a superseded row has only its place (card is null) and looks the live card up in
-- recent_cards, so that edits and unlisting show at once in every generation.
CREATE TABLE rank_versions (
  rank_key INTEGER NOT NULL,
  product_id INTEGER NOT NULL,
  from_generation INTEGER NOT NULL,
  to_generation INTEGER NOT NULL,
  card BLOB,
  PRIMARY KEY (rank_key DESC, product_id DESC, from_generation DESC)
) STRICT, WITHOUT ROWID;

-- Serves the sweep of superseded places; a statement must repeat the constant to use it.
CREATE INDEX rank_versions_superseded ON rank_versions (to_generation)
  WHERE to_generation < 1152921504606846976;

-- When each generation was made, kept while a cursor may read it.
CREATE TABLE generations (
  generation INTEGER PRIMARY KEY,
  made_at INTEGER NOT NULL
) STRICT;
