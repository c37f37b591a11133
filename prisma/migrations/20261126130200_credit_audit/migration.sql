-- What the last audit of all ledgers found.
CREATE TABLE "credit_audit" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "entries" INTEGER NOT NULL,
    "problems" INTEGER NOT NULL,

    CONSTRAINT "credit_audit_pkey" PRIMARY KEY ("is_only")
);
