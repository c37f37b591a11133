-- AlterTable
ALTER TABLE "tryout" ADD COLUMN     "network_hash" TEXT;
