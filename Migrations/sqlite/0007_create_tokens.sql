-- Keys for those who may write through the API. Only a hash of each secret is here: who reads the store
-- cannot act as anyone. Neither creating nor using one changes what readers see, so that no counter of
-- market_state moves.
-- role: 1 admin, 2 vendor, and then of vendor_id. A vendor's tokens go with it, since the ids of seeded
-- vendors come again. expires_at, revoked_at: from when on it is refused.
CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  role INTEGER NOT NULL CHECK (role BETWEEN 1 AND 2),
  vendor_id INTEGER REFERENCES vendors (id) ON DELETE CASCADE,
  -- Serves the look-up of each request that comes with a key.
  secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER CHECK (expires_at > created_at),
  revoked_at INTEGER,
  CHECK ((role = 2) = (vendor_id IS NOT NULL))
) STRICT;

-- Removing a vendor looks for its tokens.
CREATE INDEX tokens_vendor ON tokens (vendor_id) WHERE vendor_id IS NOT NULL;
