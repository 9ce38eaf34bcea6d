-- The products whose card in recent_cards has older counts than they have: beside many events a tick
-- leaves some of these cards to the next ones, which take them in the order of their ids.
CREATE TABLE lagging_cards (
  product_id INTEGER PRIMARY KEY
) STRICT;
