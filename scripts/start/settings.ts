import { readOfferFile } from "#lib/plans/offer.ts";
import { type Environment, readEnvironment } from "#lib/platform/env.ts";
import { requireSigning } from "./signing.ts";

/** The checked settings of a service or worker; ends the process with their problems when they cannot be used. */
export async function readSettingsOrExit(): Promise<Environment> {
  try {
    const environment = readEnvironment(process.env);
    if (environment.PLANS_FILE) readOfferFile(environment.PLANS_FILE);
    await requireSigning(environment);
    return environment;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
