-- AlterTable
ALTER TABLE "sandbox_object" DROP COLUMN "hidden";
