-- What a finished photo has to say of the picture that it was made from.
ALTER TABLE "generation" ADD COLUMN "notes" JSONB;
