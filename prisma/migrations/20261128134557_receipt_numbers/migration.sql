-- DropForeignKey
ALTER TABLE "payment_receipt" DROP CONSTRAINT "payment_receipt_user_id_fkey";

-- AlterTable
ALTER TABLE "payment_receipt" ADD COLUMN     "document" JSONB,
ADD COLUMN     "number" TEXT,
ADD COLUMN     "payment_intent" TEXT,
ALTER COLUMN "user_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "receipt_series" (
    "name" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_series_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "billing_details" (
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "line1" TEXT NOT NULL,
    "line2" TEXT NOT NULL,
    "postal_code" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "tax_id" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_details_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_receipt_number_key" ON "payment_receipt"("number");

-- AddForeignKey
ALTER TABLE "payment_receipt" ADD CONSTRAINT "payment_receipt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
