// Guards that credits are exact for dozens of random sequences of answers of a provider.
import { useDatabase } from "#lib/testing/database.ts";
import { describeHostedModes } from "#lib/testing/generations/hosted-modes.ts";

await useDatabase();
describeHostedModes("all");
