-- The installation that an embedded database belongs to: at most one row.
CREATE TABLE "installation" (
    "is_only" BOOLEAN NOT NULL DEFAULT true CHECK ("is_only"),
    "id" TEXT NOT NULL,
    "standby" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("is_only")
);
