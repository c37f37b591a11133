-- What a lost secret had signed may be signed anew: key, digest and hash of an event, and nothing else of it.
CREATE OR REPLACE FUNCTION "audit_event_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('audit.retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD."position" IS NULL AND OLD."hash" IS NULL AND NEW."position" IS NOT NULL AND NEW."hash" IS NOT NULL
      AND to_jsonb(NEW) - 'position' - 'hash' = to_jsonb(OLD) - 'position' - 'hash' THEN
      RETURN NEW;
    END IF;
    IF NEW."details" IS NULL AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details'
      AND EXISTS (SELECT FROM "closed_account" c WHERE c."user_id" = OLD."account_id") THEN
      RETURN NEW;
    END IF;
    IF current_setting('audit.adoption', true) = 'on'
      AND (NEW."hash" IS NULL) = (OLD."hash" IS NULL)
      AND to_jsonb(NEW) - 'key' - 'digest' - 'hash' = to_jsonb(OLD) - 'key' - 'digest' - 'hash' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or removed';
END
$$;
