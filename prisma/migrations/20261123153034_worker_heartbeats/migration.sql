-- AlterTable
ALTER TABLE "app_process" ADD COLUMN     "heartbeat_ms" INTEGER NOT NULL DEFAULT 10000;
