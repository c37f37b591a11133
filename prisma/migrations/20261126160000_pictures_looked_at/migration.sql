-- When the sweep last found a picture to be in use: it is looked at again a day later.
ALTER TABLE "hosted_picture" ADD COLUMN "looked_at" TIMESTAMPTZ(3);
