-- contract: compatible-with 20261127230300_endpoints_without_url_time
ALTER TABLE "webhook_endpoint" DROP COLUMN "url_set_at";
