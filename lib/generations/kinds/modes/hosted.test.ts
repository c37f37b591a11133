import { useDatabase } from "#lib/testing/database.ts";
import { describeHostedModes } from "#lib/testing/generations/hosted-modes.ts";

await useDatabase();
describeHostedModes("few");
