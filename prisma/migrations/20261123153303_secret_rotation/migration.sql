-- CreateTable
CREATE TABLE "installation_secret" (
    "fingerprint" TEXT NOT NULL,
    "sealed" TEXT,
    "in_use_since" TIMESTAMPTZ(3),

    CONSTRAINT "installation_secret_pkey" PRIMARY KEY ("fingerprint")
);
