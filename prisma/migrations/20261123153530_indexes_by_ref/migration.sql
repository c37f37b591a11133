-- no-transaction
-- As "generation_products", which the former version uses.
DROP INDEX CONCURRENTLY IF EXISTS "generation_products_by_ref";
CREATE INDEX CONCURRENTLY "generation_products_by_ref" ON "generation" (
  "user_id",
  md5(CASE WHEN "metadata"->>'sku' ~ '\S' THEN "metadata"->>'sku' ELSE COALESCE("source_ref", "image_url") END),
  "created_at" DESC,
  "id" DESC
) WHERE "deleted_at" IS NULL;

-- Rows of the former version, for the task that fills their references.
DROP INDEX CONCURRENTLY IF EXISTS "generation_without_ref";
CREATE INDEX CONCURRENTLY "generation_without_ref" ON "generation" ("id")
  WHERE ("source_ref" IS NULL AND "image_url" <> '') OR ("result_ref" IS NULL AND "result_url" IS NOT NULL);
