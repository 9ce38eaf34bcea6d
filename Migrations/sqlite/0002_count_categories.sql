-- How many listed products each category has, and how many of them are in stock: kept, not counted,
-- so that the list of categories and the number of products under it cost the same at any size.
-- Only writes of listed, category or stock touch a row; ticks do not.
CREATE TABLE category_counts (
  category TEXT PRIMARY KEY,
  listed INTEGER NOT NULL CHECK (listed >= 0),
  in_stock INTEGER NOT NULL CHECK (in_stock BETWEEN 0 AND listed)
) STRICT, WITHOUT ROWID;

INSERT INTO category_counts (category, listed, in_stock)
SELECT category, count(*), sum(stock > 0) FROM products WHERE listed = 1 GROUP BY category;

-- Triggers, so that no writer of this or a later release can forget it.
CREATE TRIGGER products_count_insert AFTER INSERT ON products
WHEN new.listed = 1
BEGIN
  INSERT INTO category_counts (category, listed, in_stock)
  VALUES (new.category, 1, new.stock > 0)
  ON CONFLICT (category) DO UPDATE
    SET listed = listed + 1, in_stock = in_stock + excluded.in_stock;
END;

CREATE TRIGGER products_count_update AFTER UPDATE OF listed, category, stock ON products
WHEN old.listed <> new.listed OR old.category <> new.category OR (old.stock > 0) <> (new.stock > 0)
BEGIN
  UPDATE category_counts SET listed = listed - 1, in_stock = in_stock - (old.stock > 0)
  WHERE category = old.category AND old.listed = 1;
  INSERT INTO category_counts (category, listed, in_stock)
  SELECT new.category, 1, new.stock > 0 WHERE new.listed = 1
  ON CONFLICT (category) DO UPDATE
    SET listed = listed + 1, in_stock = in_stock + excluded.in_stock;
END;

CREATE TRIGGER products_count_delete AFTER DELETE ON products
WHEN old.listed = 1
BEGIN
  UPDATE category_counts SET listed = listed - 1, in_stock = in_stock - (old.stock > 0)
  WHERE category = old.category;
END;
