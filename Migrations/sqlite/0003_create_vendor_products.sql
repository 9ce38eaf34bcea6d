-- Serves the recent feed of one vendor, read backwards: the listed products of each vendor in the
-- feed's order. A table and no index of products, because an index cannot be resumed by created_at
-- and id together: products of one time, as an import makes them, would be stepped over again for
-- each slice. Ticks write none of the columns that it depends on.
CREATE TABLE vendor_products (
  vendor_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  product_id INTEGER NOT NULL,
  PRIMARY KEY (vendor_id, created_at, product_id)
) STRICT, WITHOUT ROWID;

INSERT INTO vendor_products (vendor_id, created_at, product_id)
SELECT vendor_id, created_at, id FROM products
WHERE listed = 1 AND vendor_id IS NOT NULL
ORDER BY vendor_id, created_at, id;

CREATE TRIGGER products_vendor_insert AFTER INSERT ON products
WHEN new.listed = 1 AND new.vendor_id IS NOT NULL
BEGIN
  INSERT INTO vendor_products (vendor_id, created_at, product_id)
  VALUES (new.vendor_id, new.created_at, new.id);
END;

CREATE TRIGGER products_vendor_update AFTER UPDATE OF listed, vendor_id, created_at ON products
WHEN old.listed <> new.listed OR old.vendor_id IS NOT new.vendor_id
  OR old.created_at <> new.created_at
BEGIN
  DELETE FROM vendor_products
  WHERE vendor_id = old.vendor_id AND created_at = old.created_at AND product_id = old.id;
  INSERT INTO vendor_products (vendor_id, created_at, product_id)
  SELECT new.vendor_id, new.created_at, new.id
  WHERE new.listed = 1 AND new.vendor_id IS NOT NULL;
END;

CREATE TRIGGER products_vendor_delete AFTER DELETE ON products
WHEN old.vendor_id IS NOT NULL
BEGIN
  DELETE FROM vendor_products
  WHERE vendor_id = old.vendor_id AND created_at = old.created_at AND product_id = old.id;
END;
