// `npm run conformance`: calls every operation of the built service over HTTP and compares it with the contract.
import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { buildCases } from "./conformance/build.ts";
import { connections } from "./conformance/connections.ts";
import { contractRows } from "./conformance/contract/endpoints.ts";
import { coverage } from "./conformance/coverage.ts";
import { refusals, successes } from "./conformance/derived.ts";
import { extensions } from "./conformance/extensions.ts";
import { addressInputs } from "./conformance/inputs/addresses.ts";
import { bodies, otherBodies } from "./conformance/inputs/bodies.ts";
import { fileInputs } from "./conformance/inputs/file-inputs.ts";
import { sentPictures } from "./conformance/inputs/sent-pictures.ts";
import { texts } from "./conformance/inputs/texts.ts";
import { rateLimits } from "./conformance/limits.ts";
import { lists } from "./conformance/lists.ts";
import { oauth, oauthRefusals } from "./conformance/oauth.ts";
import { pages, paths, routes } from "./conformance/routes.ts";
import { logCase, startOwn } from "./conformance/service.ts";
import { spendsNothing, unchanged } from "./conformance/state.ts";
import { type Case, Suite } from "./conformance/suite.ts";
import { Things } from "./conformance/things.ts";
import { closeConnections } from "./conformance/wire.ts";
import { World } from "./conformance/world.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    key: { type: "string" },
    only: { type: "string" },
    seed: { type: "string" },
  },
});
if ((values.url === undefined) !== (values.key === undefined)) {
  console.error("Usage: npm run conformance [-- --only PATTERN --seed N] [--url URL --key KEY]");
  process.exit(2);
}

const seed = values.seed === undefined ? randomInt(1_000_000) : Number.parseInt(values.seed, 10);
const suite = new Suite(values.only);
console.log(`seed ${seed}`);
await runAll();
suite.summarize();
const { counts, failures } = suite;
const { CONFORMANCE_REPORT: report } = process.env;
if (report) await writeFile(report, JSON.stringify({ ...counts, failures }));
process.exitCode = counts.failed > 0 ? 1 : 0;

async function runAll(): Promise<void> {
  await using own = values.url ? null : await startOwn(seed);
  const baseUrl = (values.url ?? own?.demo.base_url ?? "").replace(/\/+$/, "");
  const world = await World.open({ baseUrl, key: values.key ?? own?.demo.api_key ?? "", own });
  const things = new Things(world);
  if (own) world.prepareAccounts();
  try {
    // First, because any route may be the first one of a process.
    await suite.run("routes", await routes(world, seed));
    // The refused calls of one account wait, while the work of another one is made. Another service has only one.
    if (own) await Promise.all([runWork(), runRefused()]);
    else {
      await runWork();
      await runRefused();
    }
    await Promise.all([
      suite.run("contract", contractRows(things)),
      suite.run("extensions", extensions(things), { parallel: 4 }),
    ]);
    await suite.run("lists", lists(things));
    // Alone, because the service closes connections while large bodies are sent.
    await runUnchanged("bodies", few(bodies(world)));
    const credits = await world.creditsOf(world.payer).catch((error: Error) => error);
    await suite.run("files", await fileInputs(things));
    await suite.run("files", [spendsNothing(world, credits)]);
    await suite.run("limits", rateLimits(world), { parallel: 1 });
    // Says what is missing, so it needs everything that runs before.
    if (own && !suite.isPartial) await suite.run("coverage", coverage());
    if (own) await suite.run("build", buildCases());
    if (own) await suite.run("log", [logCase(own)]);
  } finally {
    await world.cleanUp();
    await closeConnections();
  }

  async function runWork(): Promise<void> {
    await suite.run("success", successes(things));
    await suite.run("refusals", refusals(things));
    await suite.run("sent pictures", sentPictures(things));
  }

  async function runRefused(): Promise<void> {
    world.payer = await world.account("payer").catch(() => world.payer);
    await suite.run("oauth", oauth(world), { parallel: 1 });
    await runUnchanged("oauth refused", oauthRefusals(world));
    await suite.run("pages", [...pages(world), ...(await paths(world))]);
    await suite.run("wire", connections(world));
    // Before the state is read; without it, every case says so.
    await things.picture(world.payer).catch(() => undefined);
    // An address whose name has no answer is looked up again after a second.
    await runUnchanged("addresses", few(addressInputs(things)), { parallel: 6 });
    await runUnchanged("other bodies", otherBodies(world));
    const reader = own ? await world.account("reader").catch(() => world.main) : world.main;
    await runUnchanged("texts", few(texts(world, reader)), { key: reader });
  }

  /** All cases, or on another service, whose callers share a limit, some of them by the seed. */
  function few(cases: readonly Case[]): readonly Case[] {
    return own ? cases : cases.filter((_, index) => index % 10 === seed % 10);
  }

  /** Runs refused calls; afterwards nothing may be charged or stored. */
  async function runUnchanged(
    name: string,
    cases: readonly Case[],
    // Few at once: a caller may send only a few large bodies at the same time.
    { key = world.payer, parallel = 3 } = {},
  ): Promise<void> {
    if (suite.choose(name, cases).length === 0) return;
    await suite.run(name, [
      await unchanged({ world, name, key }, () => suite.run(name, cases, { parallel })),
    ]);
  }
}
