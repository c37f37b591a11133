// Guards the photos by hosted models of every provider, after every number of failures.
import { useDatabase } from "#lib/testing/database.ts";
import { describeHostedResults } from "#lib/testing/generations/hosted-results.ts";

await useDatabase();
describeHostedResults("all");
