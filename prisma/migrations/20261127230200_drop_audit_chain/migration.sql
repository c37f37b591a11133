-- contract: compatible-with 20261127230100_index_of_audit_times
-- The audit log is append-only: its details go when its account is gone, an event when its time is over (lib/audit).
CREATE OR REPLACE FUNCTION "audit_event_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('audit.retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW."details" IS NULL AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details'
      AND EXISTS (SELECT FROM "closed_account" c WHERE c."user_id" = OLD."account_id") THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or removed';
END
$$;

ALTER TABLE "audit_event"
  DROP COLUMN "details_hash",
  DROP COLUMN "key",
  DROP COLUMN "digest",
  DROP COLUMN "position",
  DROP COLUMN "hash";

DROP TABLE "audit_mark";
