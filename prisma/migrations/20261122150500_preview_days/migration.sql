-- How many previews an account has made today (UTC): one row each, that of its last day.
CREATE TABLE "preview_day" (
    "user_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "preview_day_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "preview_day" ADD CONSTRAINT "preview_day_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
