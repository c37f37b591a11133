-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "stripe_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "stripe_sweep" (
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "done_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stripe_sweep_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "outgoing_mail" (
    "id" BIGSERIAL NOT NULL,
    "reference" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outgoing_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_object" (
    "id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "customer" TEXT,
    "created" INTEGER NOT NULL,
    "data" JSONB NOT NULL,
    "hidden" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "sandbox_object_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_request" (
    "idempotency_key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_request_pkey" PRIMARY KEY ("idempotency_key")
);

-- CreateTable
CREATE TABLE "sandbox_delivery" (
    "event_id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),
    "last_answer" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "sandbox_delivery_pkey" PRIMARY KEY ("event_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "outgoing_mail_reference_key" ON "outgoing_mail"("reference");

-- CreateIndex
CREATE INDEX "outgoing_mail_sent_at_next_attempt_at_idx" ON "outgoing_mail"("sent_at", "next_attempt_at");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_object_sequence_key" ON "sandbox_object"("sequence");

-- CreateIndex
CREATE INDEX "sandbox_object_type_customer_sequence_idx" ON "sandbox_object"("type", "customer", "sequence" DESC);

-- CreateIndex
CREATE INDEX "sandbox_object_type_sequence_idx" ON "sandbox_object"("type", "sequence" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_delivery_sequence_key" ON "sandbox_delivery"("sequence");

-- CreateIndex
CREATE INDEX "sandbox_delivery_delivered_at_next_attempt_at_idx" ON "sandbox_delivery"("delivered_at", "next_attempt_at");
