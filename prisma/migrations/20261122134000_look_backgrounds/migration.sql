-- A background picture among the uploads of a look's owner, which stays as long as the look does.
ALTER TABLE "look" ADD COLUMN "background_public_id" TEXT;
CREATE INDEX "look_background_public_id_idx" ON "look"("background_public_id");
