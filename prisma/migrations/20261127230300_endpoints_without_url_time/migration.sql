-- Every endpoint needs verification. The column is dropped by a later migration; null has a meaning for former versions.
ALTER TABLE "webhook_endpoint" ALTER COLUMN "url_set_at" SET DEFAULT now();
