-- Finished work whose credits an operator returned.
ALTER TABLE "generation" ADD COLUMN "refunded_at" TIMESTAMPTZ(3);
