// Guards that 100,000 rows of the oldest schema pass every migration, and that an upgrade under traffic fails no call.
import { useDatabase } from "#lib/testing/database.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { describeUpgrade } from "./upgrade-trial.ts";

everyTestTries("upgrade");
describeUpgrade(await useDatabase(), { accounts: 1_000, worksPerAccount: 50 });
