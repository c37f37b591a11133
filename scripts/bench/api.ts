import autocannon from "autocannon";
import { median, percentile, timed } from "../parts/measure.ts";
import { readSample } from "../parts/samples.ts";
import { openAccount, startService, upload } from "../parts/service.ts";
import { inMs, inPercent, startTable } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";

const roundSeconds = 3;
const connections = 16;
const uploads = 30;
/** One of the few paths that the framework serves; it answers OPTIONS itself. */
const bareRoute = "/embedded/stripe/checkout/none";

/** In interleaved rounds. */
export async function run({ rounds }: BenchOptions): Promise<void> {
  await using service = await startService();
  const { base_url: baseUrl, api_key: key } = service.demo;
  const keys: string[] = [];
  for (let index = 0; index < connections; index += 1) {
    keys.push(await openAccount(["--tier", "pro", "--email", `bench-${index}@example.com`], service.env));
  }
  const routes = [
    { name: "bare handler of the framework", route: bareRoute, callers: [key], method: "OPTIONS" },
    { name: "probe", route: "/api/live", callers: [key], method: "GET" },
    { name: "GET /credits, one caller", route: "/api/v1/credits", callers: [key], method: "GET" },
    { name: `GET /credits, ${connections} callers`, route: "/api/v1/credits", callers: keys, method: "GET" },
  ] as const;
  type Route = (typeof routes)[number];

  /** Requests per second. Assigns the keys to the connections in turn. */
  const fire = async ({ route, callers, method }: Route) => {
    let next = 0;
    const { requests, non2xx } = await autocannon({
      url: baseUrl + route,
      method,
      connections,
      duration: roundSeconds,
      setupClient: (client) => {
        client.setHeaders({ "X-API-Key": callers[next % callers.length] ?? key });
        next += 1;
      },
    });
    if (non2xx > 0) throw new Error(`${route} answered ${non2xx} times with something else than 2xx`);
    return requests.average;
  };

  const rates = new Map<Route, number[]>(routes.map((route) => [route, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [route, measured] of rates) {
      const rate = await fire(route);
      if (round >= 0) measured.push(rate);
    }
  }
  const print = startTable(`${connections} connections`, ["requests/s", "of bare"]);
  const bare = rates.get(routes[0]) ?? [];
  for (const [{ name }, measured] of rates) {
    const share = median(measured.map((rate, index) => rate / (bare[index] ?? rate)));
    print(name, median(measured).toFixed(0), inPercent(share));
  }
  const picture = await readSample("mug");
  const times: number[] = [];
  for (let index = 0; index < uploads; index += 1)
    times.push((await timed(() => upload(service, picture))).wallMs);
  const [p50, p95] = [0.5, 0.95].map((share) => inMs(percentile(times, share)));
  console.log(`an upload of ${(picture.length / 1000).toFixed(0)} KB takes p50 ${p50}, p95 ${p95}`);
}
