-- Who did what in an account. No relation to the user: what an account did outlives it, without what names a person.
CREATE TABLE "audit_event" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT,
    "details" TEXT,
    "details_hash" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "position" BIGINT,
    "hash" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "audit_event_position_key" ON "audit_event"("position");
CREATE INDEX "audit_event_account_id_created_at_id_idx" ON "audit_event"("account_id", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_event_account_id_action_created_at_id_idx" ON "audit_event"("account_id", "action", "created_at" DESC, "id" DESC);
CREATE INDEX "audit_event_account_id_actor_id_created_at_id_idx" ON "audit_event"("account_id", "actor_id", "created_at" DESC, "id" DESC);

-- What the schema language cannot say: the few that wait for their place in the chain.
CREATE INDEX "audit_event_unsealed" ON "audit_event" ("created_at", "id") WHERE "position" IS NULL;

-- Where the chain begins, once its oldest events were removed, and where it ends.
CREATE TABLE "audit_mark" (
    "name" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "mark" TEXT NOT NULL,

    CONSTRAINT "audit_mark_pkey" PRIMARY KEY ("name")
);

-- An event gets its place once; its details go when its account is gone; it goes when its time is over (lib/audit).
CREATE FUNCTION "audit_event_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END IF;
  RAISE EXCEPTION 'audit events are never changed or removed';
END
$$;

CREATE TRIGGER "audit_event_immutable"
  BEFORE UPDATE OR DELETE ON "audit_event"
  FOR EACH ROW EXECUTE FUNCTION "audit_event_is_kept"();

CREATE TRIGGER "audit_event_kept"
  BEFORE TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_event_is_kept"();
