-- A superseded place says when its product was created, which with the product's id is where the
-- live card stands in recent_cards: one look-up instead of two, the first of which asked products
-- for the time. Null at a current place, which carries its card.
ALTER TABLE rank_versions ADD COLUMN live_created_at INTEGER;

UPDATE rank_versions
SET live_created_at = (SELECT created_at FROM products WHERE id = rank_versions.product_id)
-- The constant is repeated, or the index is not used.
WHERE to_generation < 1152921504606846976;
