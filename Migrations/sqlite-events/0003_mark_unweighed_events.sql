-- weighed: 0 when the event moves no rank though it counts, as a purchase that the product's own vendor
-- told of.
ALTER TABLE events ADD COLUMN weighed INTEGER NOT NULL DEFAULT 1 CHECK (weighed BETWEEN 0 AND 1);
