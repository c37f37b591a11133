-- What an uploaded file was called, and the work that was made from it.
ALTER TABLE "hosted_picture" ADD COLUMN "file_name" TEXT;
ALTER TABLE "generation" ADD COLUMN "source_name" TEXT;
