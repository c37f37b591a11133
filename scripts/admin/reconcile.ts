import { reconcile } from "#lib/billing/reconcile.ts";
import { getText, readOptions } from "./options.ts";

/** Heals missed webhooks: all that Stripe still knows, or what happened since a moment. */
export async function run(args: string[]): Promise<number> {
  const values = readOptions(args, ["since"]);
  const since = getText(values, "since");
  const from = since === undefined ? undefined : new Date(since);
  if (from && Number.isNaN(from.getTime())) throw new Error(`--since must be an ISO date, not ${since}`);
  const result = await reconcile(from);
  if (values.json === true) console.log(JSON.stringify(result));
  else {
    const { events, healed, customers, failures } = result;
    console.log(
      `${events} events looked at, ${healed} handled now, ${customers} customers compared, ${failures} failures`,
    );
  }
  return result.failures === 0 ? 0 : 1;
}
