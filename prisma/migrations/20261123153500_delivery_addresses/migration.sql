-- CreateTable
CREATE TABLE "delivery_address" (
    "prefix" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_address_pkey" PRIMARY KEY ("prefix")
);

-- Every result and every kept mask is a picture of this service: their URLs say where it has delivered from.
INSERT INTO "delivery_address" ("prefix", "account", "seen_at")
SELECT "prefix", "account", "seen_at"
FROM (
  SELECT split_part(url, 'image/upload/', 1) AS "prefix", max(at) AS "seen_at"
  FROM (
    SELECT "result_url" AS url, "created_at" AS at FROM "generation" WHERE "result_url" LIKE '%image/upload/_%'
    UNION ALL
    SELECT "mask_url", "updated_at" FROM "picture_mask" WHERE "mask_url" LIKE '%image/upload/_%'
  ) AS own
  GROUP BY 1
) AS known,
LATERAL (
  SELECT CASE
    WHEN "prefix" ~ '^https?://[^?#]+/embedded/images/[^/?#]+/$'
      THEN 'embedded:' || substring("prefix" FROM '/embedded/images/([^/?#]+)/$')
    WHEN "prefix" ~ '^https?://[^./?#]+-res\.cloudinary\.com/$'
      THEN 'cloudinary:' || substring("prefix" FROM '//([^./?#]+)-res\.')
    WHEN "prefix" ~ '^https?://[^/?#]+/[^/?#]+/$'
      THEN 'cloudinary:' || substring("prefix" FROM '//[^/?#]+/([^/?#]+)/$')
  END AS "account"
) AS named
WHERE "account" IS NOT NULL;
