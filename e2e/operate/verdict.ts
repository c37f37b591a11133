import { setTimeout as delay } from "node:timers/promises";
import { resizedUrl } from "#lib/images/variants.ts";
import type { Confirmed, Customer } from "./customer.ts";
import type { Installation } from "./installation.ts";

const endedWithinMs = 120_000;
const pollEveryMs = 300;

interface Work {
  id: string;
  status: string;
  result_url: string | null;
  credits_used: number;
}

/** Waits until no work is open, then checks what every customer is owed. Returns the problems as sentences. */
export async function judge(service: Installation, customers: readonly Customer[]): Promise<string[]> {
  const problems: string[] = [];
  for (const customer of customers) {
    const works = await readWhenEnded(service, customer);
    const byId = new Map(works.map((work) => [work.id, work]));
    const used = works.reduce((sum, work) => sum + (work.status === "succeeded" ? work.credits_used : 0), 0);
    const { fields } = await customer.send(service, "/api/v1/credits");
    if (fields.total !== customer.credits - used) {
      problems.push(`the balance is ${fields.total}, and ${used} of ${customer.credits} credits were used`);
    }
    for (const work of works) problems.push(...(await checkWork(service, customer, work)));
    for (const confirmed of customer.confirmed) {
      problems.push(...(await checkConfirmed(service, confirmed, byId)));
    }
    problems.push(...(await checkBatches(service, customer)));
  }
  const audit = await service.admin("credits", "audit").catch((error: { stderr?: string }) => error.stderr);
  if (!audit?.includes(" 0 problems")) problems.push(`the audit reports: ${audit}`);
  return problems;
}

async function readWhenEnded(service: Installation, customer: Customer): Promise<Work[]> {
  const giveUpAtMs = performance.now() + endedWithinMs;
  for (;;) {
    const works = await readAll(service, customer);
    const open = works.filter(({ status }) => status === "queued" || status === "running");
    if (open.length === 0) return works;
    if (performance.now() > giveUpAtMs)
      throw new Error(`${open[0]?.id} is ${open[0]?.status} and does not end`);
    await delay(pollEveryMs);
  }
}

async function readAll(service: Installation, customer: Customer): Promise<Work[]> {
  const works: Work[] = [];
  let cursor: unknown = null;
  do {
    const at = cursor ? `&cursor=${encodeURIComponent(String(cursor))}` : "";
    const { status, fields } = await customer.send(service, `/api/v1/generations?limit=100${at}`);
    if (status !== 200) throw new Error(`the list of work returned ${status} ${JSON.stringify(fields)}`);
    works.push(...(fields.data as Work[]));
    cursor = fields.next_cursor;
  } while (cursor);
  return works;
}

async function checkWork(service: Installation, customer: Customer, work: Work): Promise<string[]> {
  if (work.status !== "succeeded") return [];
  const { id, result_url: url } = work;
  if (!url?.startsWith(`${service.baseUrl}/`))
    return [`${id} is at ${url}, and the service at ${service.baseUrl}`];
  const file = await customer.send(service, `/api/v1/generations/${id}/file`);
  return [
    ...((await loads(service, url)) ? [] : [`the result of ${id} does not load`]),
    ...((await loads(service, resizedUrl(url, "tile"))) ? [] : [`the thumbnail of ${id} does not load`]),
    ...(file.status === 200 ? [] : [`the file of ${id} returned ${file.status}`]),
  ];
}

async function checkConfirmed(
  service: Installation,
  { generationId, isDelivered, urls }: Confirmed,
  byId: ReadonlyMap<string, Work>,
): Promise<string[]> {
  const work = byId.get(generationId);
  if (!work) return [`${generationId} was confirmed and is missing`];
  if (isDelivered && work.status !== "succeeded")
    return [`${generationId} was delivered and is ${work.status}`];
  const problems: string[] = [];
  for (const url of urls) {
    if (!(await loads(service, url))) problems.push(`${url} was returned and does not load`);
  }
  return problems;
}

async function checkBatches(service: Installation, customer: Customer): Promise<string[]> {
  const problems: string[] = [];
  for (const { id } of customer.batches) {
    const { status, fields } = await customer.send(service, `/api/v1/batches/${id}`);
    const counts = fields.counts as { total: number; succeeded: number; failed: number } | undefined;
    if (counts?.total !== 3) problems.push(`the batch ${id} returned ${status} ${JSON.stringify(fields)}`);
    if (!counts?.succeeded) continue;
    const archive = await customer.send(service, `/api/v1/batches/${id}/archive`);
    const text = String(archive.fields.text);
    if (archive.status !== 200 || text.includes("not-included"))
      problems.push(`the archive of ${id} is incomplete`);
  }
  return problems;
}

/** Requests the URL's path at the current address, because the service's address may have changed. */
async function loads(service: Installation, url: string): Promise<boolean> {
  const { pathname, search } = new URL(url);
  const response = await fetch(service.origin + pathname + search);
  return response.status === 200 && (await response.arrayBuffer()).byteLength > 0;
}
