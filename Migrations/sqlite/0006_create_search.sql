-- Serves q of both feeds: which products have a text with a gram in it. A gram is one character of
-- a folded name or description, or two neighbours of one word; folding (form KC, without case) is
-- not SQL's to do, so that the program fills these tables (SearchIndexer.swift).

-- key: id >> 16 of the products, << 42, with the gram's one scalar, or two as first << 21 | second.
-- So the 65,536 products of a chunk are together, new products append, and a search reads one row
-- for each gram and chunk. products: the low 16 bits of their ids, ascending, two bytes each with
-- the low one first; from 4,096 on 8,192 bytes, of which bit id & 7 of byte (id & 65535) >> 3 is set.
--
-- A set bit may be stale: a gram that left a text stays, so that a change adds few bits and takes
-- none. Every product that is found is looked at before it is shown.
CREATE TABLE search_postings (
  key INTEGER PRIMARY KEY,
  products BLOB NOT NULL CHECK (length(products) > 0)
) STRICT;

-- One row. indexed_through: products with higher ids are not in search_postings yet, and are found
-- by looking at their texts; writers see to it that they are few.
CREATE TABLE search_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  indexed_through INTEGER NOT NULL CHECK (indexed_through >= 0)
) STRICT;

INSERT INTO search_state (id, indexed_through) VALUES (1, 0);

-- Products up to indexed_through whose texts have changed since: found in the same way.
CREATE TABLE search_pending (
  product_id INTEGER PRIMARY KEY
) STRICT;

-- Triggers, so that no writer of this or a later release can forget it. Without OR IGNORE, in whose
-- place the policy of the statement that fires a trigger comes.
CREATE TRIGGER products_search_update AFTER UPDATE OF name ON products
WHEN old.name <> new.name AND new.id <= (SELECT indexed_through FROM search_state)
BEGIN
  INSERT INTO search_pending (product_id)
  SELECT new.id WHERE NOT EXISTS (SELECT 1 FROM search_pending WHERE product_id = new.id);
END;

CREATE TRIGGER product_details_search_insert AFTER INSERT ON product_details
WHEN new.product_id <= (SELECT indexed_through FROM search_state)
BEGIN
  INSERT INTO search_pending (product_id)
  SELECT new.product_id WHERE NOT EXISTS (SELECT 1 FROM search_pending WHERE product_id = new.product_id);
END;

CREATE TRIGGER product_details_search_update AFTER UPDATE OF description ON product_details
WHEN old.description <> new.description
  AND new.product_id <= (SELECT indexed_through FROM search_state)
BEGIN
  INSERT INTO search_pending (product_id)
  SELECT new.product_id WHERE NOT EXISTS (SELECT 1 FROM search_pending WHERE product_id = new.product_id);
END;
