-- Audit events are no longer hashed and chained: these columns are dropped by a later migration.
ALTER TABLE "audit_event"
  ALTER COLUMN "details_hash" SET DEFAULT '',
  ALTER COLUMN "key" SET DEFAULT '',
  ALTER COLUMN "digest" SET DEFAULT '';
