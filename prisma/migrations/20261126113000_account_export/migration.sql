CREATE TABLE "account_export" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "size_bytes" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_export_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "account_export_user_id_created_at_idx" ON "account_export"("user_id", "created_at" DESC);

-- What the schema language cannot say: an account has one under way at a time.
CREATE UNIQUE INDEX "account_export_open" ON "account_export" ("user_id") WHERE "ready_at" IS NULL AND "failed_at" IS NULL;

ALTER TABLE "account_export" ADD CONSTRAINT "account_export_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
