import { useDatabase } from "#lib/testing/database.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { describeUpgrade } from "./upgrade-trial.ts";

everyTestTries("upgrade");
describeUpgrade(await useDatabase(), { accounts: 20, worksPerAccount: 10 });
