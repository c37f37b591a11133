-- Rows that are there already get theirs by a task (lib/generations/fill-fingerprints.ts).
ALTER TABLE "generation" ADD COLUMN     "fingerprint" TEXT,
ADD COLUMN     "stored_bytes" INTEGER;
