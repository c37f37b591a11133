-- Who may use the support desk, and the operators' wishes to see an account as its owner does.
ALTER TABLE "user" ADD COLUMN "is_operator" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "support_link" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "session_id" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "support_link_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "support_link_user_id_idx" ON "support_link"("user_id");
CREATE INDEX "support_link_operator_id_idx" ON "support_link"("operator_id");

ALTER TABLE "support_link" ADD CONSTRAINT "support_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "support_link" ADD CONSTRAINT "support_link_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
