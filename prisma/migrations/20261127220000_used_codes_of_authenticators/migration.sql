-- The 30-second step of the last accepted authenticator code, so that each code works once.
ALTER TABLE "two_factor" ADD COLUMN "last_step" INTEGER;
