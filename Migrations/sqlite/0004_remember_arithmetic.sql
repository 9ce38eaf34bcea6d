-- The arithmetic with which the ranks of this store are made: one row, from the first product on.
-- Every process ranks by it, however it is configured, so that all scores can be compared; only a
-- rebuild, which makes every rank anew, changes it. half_life: in milliseconds.
-- rank_offset: what is added to z in thousandths to make a rank key. A rebuild with other values
-- chooses it so that its keys lie above all earlier ones: superseded places then lie behind the
-- present ones, and no first slice has to step over them.
-- rebuilds: raised by each rebuild, so that two at once notice each other.
CREATE TABLE rank_arithmetic (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  half_life INTEGER NOT NULL CHECK (half_life > 0),
  view_weight REAL NOT NULL CHECK (view_weight > 0),
  like_weight REAL NOT NULL CHECK (like_weight > 0),
  purchase_weight REAL NOT NULL CHECK (purchase_weight > 0),
  rank_offset INTEGER NOT NULL,
  rebuilds INTEGER NOT NULL CHECK (rebuilds >= 0)
) STRICT;
