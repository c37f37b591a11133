-- Work of one product, newest first: by the hash, as an address may be longer than an entry of an index.
CREATE INDEX "generation_products" ON "generation" (
  "user_id",
  md5(CASE WHEN "metadata"->>'sku' ~ '\S' THEN "metadata"->>'sku' ELSE "image_url" END),
  "created_at" DESC,
  "id" DESC
) WHERE "deleted_at" IS NULL;
