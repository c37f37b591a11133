import { describeClients } from "#lib/testing/clients/generated.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";

await useDatabase();
everyTestTries("generated-clients");
describeClients(["openapi-typescript"]);
