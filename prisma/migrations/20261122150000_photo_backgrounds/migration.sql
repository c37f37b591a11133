-- A background picture among the uploads of whoever ordered work, which stays as long as that does.
ALTER TABLE "generation" ADD COLUMN "background_public_id" TEXT;

UPDATE "generation" g SET "background_public_id" = found."public_id"
FROM (
  SELECT "id", substring("options"->'background'->>'imageUrl'
    from '/image/upload/(?:.*/)?(inputs/[A-Za-z0-9_]+/[^./?#]+)') AS "public_id"
  FROM "generation" WHERE "options"->'background'->>'imageUrl' IS NOT NULL AND "deleted_at" IS NULL
) found
WHERE found."id" = g."id" AND split_part(found."public_id", '/', 2) = g."user_id";

CREATE INDEX "generation_background_public_id_idx" ON "generation"("background_public_id");
