import { useDatabase } from "#lib/testing/database.ts";
import { describeHostedResults } from "#lib/testing/generations/hosted-results.ts";

await useDatabase();
describeHostedResults("few");
