import autocannon from "autocannon";
import { listSamples } from "#lib/samples/index.ts";
import { readSample } from "../parts/samples.ts";
import { MemoryWatch, median } from "./parts/measure.ts";
import { openAccount, startService } from "./parts/service.ts";

/**
 * Compares the API with a bare handler of the framework (OPTIONS of a probe) and with the probe itself, in
 * interleaved rounds; then measures the health check during cut-outs. Prints ratios within one run.
 */
const rounds = 7;
const roundSeconds = 3;
const connections = 16;

await using service = await startService();
const { base_url: baseUrl, api_key: key } = service.demo;
const headers = { "X-API-Key": key };

await memoryOf4K();
await throughput();
await healthDuringCutOuts();

async function post(route: string, body: FormData | object): Promise<Record<string, string>> {
  const isForm = body instanceof FormData;
  const answer = await fetch(baseUrl + route, {
    method: "POST",
    headers: isForm ? headers : { ...headers, "Content-Type": "application/json" },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

async function uploadSample(name: string): Promise<string | undefined> {
  const form = new FormData();
  form.append("file", new Blob([await readSample(name)]), `${name}.jpg`);
  return (await post("/api/v1/upload", form)).image_url;
}

async function throughput(): Promise<void> {
  const keys: string[] = [];
  for (let index = 0; index < connections; index += 1) {
    keys.push(await openAccount(["--tier", "pro", "--email", `bench-${index}@example.com`], service.env));
  }
  /** Assigns the keys to the connections in turn. */
  const fire = async (route: string, callers: readonly string[], method: "GET" | "OPTIONS" = "GET") => {
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
  await fire("/api/live", [key], "OPTIONS");
  for (const route of ["/api/live", "/api/v1/credits"]) await fire(route, [key]);
  const bare: number[] = [];
  const probe: number[] = [];
  const oneCaller: number[] = [];
  const manyCallers: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await fire("/api/live", [key], "OPTIONS"));
    probe.push(await fire("/api/live", [key]));
    oneCaller.push(await fire("/api/v1/credits", [key]));
    manyCallers.push(await fire("/api/v1/credits", keys));
  }
  const report = (name: string, values: number[]) => {
    const share = 100 * median(values.map((value, index) => value / (bare[index] ?? value)));
    console.log(`${name} ${median(values).toFixed(0)} requests/s, ${share.toFixed(0)} % of bare`);
  };
  report("bare handler of the framework", bare);
  report("probe without the framework", probe);
  report("GET /credits, one caller", oneCaller);
  report(`GET /credits, ${connections} callers`, manyCallers);
}

async function healthDuringCutOuts(): Promise<void> {
  let stopped = false;
  let cutOuts = 0;
  const names = (await listSamples()).map(({ name }) => name);
  const work = (async () => {
    // Cycles through eight pictures, because the worker caches its last few cut-outs. The demo's credits last for 30.
    while (!stopped && cutOuts < 30) {
      const image_url = await uploadSample(names[cutOuts % names.length] ?? "mug");
      await post("/api/v1/remove-bg", { image_url });
      cutOuts += 1;
    }
  })();
  // Awaited below; an earlier rejection must not end the process before the service is stopped.
  work.catch(() => undefined);
  const { latency } = await autocannon({
    url: `${baseUrl}/api/health`,
    connections: 1,
    duration: 20,
    overallRate: 100,
    // A separate thread: uploads in this one must not delay the measurement.
    workers: 1,
  });
  stopped = true;
  await work;
  console.log(`health, ${cutOuts} cut-outs beside it: p50 ${latency.p50} ms, p99 ${latency.p99} ms`);
}

async function memoryOf4K(): Promise<void> {
  const image_url = await uploadSample("mug");
  const memory = new MemoryWatch(service.pid);
  const watch = setInterval(() => memory.follow(), 50);
  const photo = { image_url, type: "product", style: "lifestyle", resolution: "4K" };
  await post("/api/v1/generate", photo).finally(() => clearInterval(watch));
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(2);
  const { peak } = memory;
  const parts = Object.entries(peak.byName).map(([name, bytes]) => `${name} ${gigabytes(bytes)}`);
  console.log(`4K photo: peak memory of all processes ${gigabytes(peak.bytes)} GB (${parts.join(", ")})`);
}
