-- CreateTable
CREATE TABLE "webhook_budget" (
    "id" TEXT NOT NULL,
    "user_id" TEXT,
    "used_until" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_budget_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_budget_user_id_idx" ON "webhook_budget"("user_id");

-- CreateIndex
CREATE INDEX "webhook_budget_used_until_idx" ON "webhook_budget"("used_until");

-- AddForeignKey
ALTER TABLE "webhook_budget" ADD CONSTRAINT "webhook_budget_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
