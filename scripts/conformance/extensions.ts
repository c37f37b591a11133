import sharp from "sharp";
import { operations } from "#lib/contract/operations.ts";
import { poll } from "../parts/service.ts";
import { type Case, casesOf, expectEqual, expectThat, Mismatch, Skipped } from "./suite.ts";
import type { Things } from "./things.ts";
import type { List, Named } from "./work-things.ts";

interface Delivery {
  url: string;
  status: string;
}

interface Several {
  credits_used: number;
  results: { id: string; result_url: string | null; seed: number; status: string }[];
}

/** What calls can ask for beyond the contract, which no schema shows: headers, URLs, several photos. */
export function extensions(things: Things): Case[] {
  const { world } = things;
  const order = async (fields: object = {}) => {
    if (world.isCharged) throw new Skipped("costs credits without a test key");
    return { ...(await things.order()), ...fields };
  };
  const deliveries = async () => {
    const { data } = await world.require<List<Named>>(operations.listWebhookEndpoints);
    const lists = data.map(({ id }) =>
      world.require<List<Delivery>>(operations.listWebhookDeliveries, { params: { id } }),
    );
    return (await Promise.all(lists)).flatMap((list) => list.data);
  };
  const rows: Record<string, () => Promise<void>> = {
    async "n: consecutive seeds, the sum of the credits, and the same response for a repeated key"() {
      const headers = { "idempotency-key": `conformance-n-${crypto.randomUUID()}` };
      const call = { json: await order({ n: 3, seed: 5 }), headers };
      const first = await world.call(operations.generate, call);
      const { results, credits_used } = first.json as Several;
      expectEqual(
        results.map(({ seed, status }) => [seed, status]),
        [5, 6, 7].map((seed) => [seed, "succeeded"]),
      );
      const used = String(credits_used);
      const cost = 3 * (await world.photoCost("1K"));
      expectEqual([credits_used, first.headers.get("x-credits-charged")], [cost, used], "credits");
      expectEqual(first.headers.get("x-generation-id"), results[0]?.id, "the id of the first photo");
      const again = await world.call(operations.generate, call);
      expectEqual(again.json, first.json, "the first response");
    },
    async "n: 1, or without it, has no results; more than 8 and a seed out of range are refused"() {
      const one = await world.call(operations.generate, { json: await order({ n: 1 }) });
      expectThat(one.status === 200 && !("results" in (one.json as object)), "no results", String(one.bytes));
      for (const fields of [{ n: 9 }, { n: 2, seed: 2 ** 31 - 1 }])
        expectEqual((await world.call(operations.generate, { json: await order(fields) })).status, 400);
    },
    async "webhook_url: the end of the work is sent to it, by the endpoint of its host"() {
      await things.readyEndpoint();
      const webhook_url = `${await things.subscriber()}conformance-of-work`;
      await world.require(operations.generate, { json: await order({ webhook_url }) });
      const isDelivered = async () =>
        (await deliveries()).some(({ url, status }) => url === webhook_url && status === "succeeded");
      if (!(await poll(isDelivered, { everyMs: 200, timeoutMs: 40_000 })))
        throw new Mismatch("the webhook of a photo was not delivered within 40 s");
    },
    async "X-Same-As: the earlier photo with the same bytes"() {
      const json = await order({ title: "same" });
      const first = await world.call(operations.generate, { json });
      const same = (await world.call(operations.generate, { json })).headers.get("x-same-as");
      expectThat(/^gen_\w+$/.test(same ?? ""), "the id of a photo", String(same));
      expectEqual(first.status, 200, "status");
      const other = await world.call(operations.generate, { json: { ...json, seed: 9 } });
      expectEqual(other.headers.get("x-same-as"), null, "X-Same-As with a seed");
    },
    async "X-Unknown-Fields: our name for other services' fields; handling=strict refuses them"() {
      const json = await order({ image_b64: "x", output_format: "png", num_images: 2 });
      const names = "image_b64 (image_url), output_format (format), num_images (n)";
      const ignored = await world.call(operations.generate, { json });
      expectEqual([ignored.status, ignored.headers.get("x-unknown-fields")], [200, names]);
      const strict = await world.call(operations.generate, { json, headers: { prefer: "handling=strict" } });
      const { issues = [] } = (strict.json as { error: { issues?: { path: string; message: string }[] } })
        .error;
      expectEqual([strict.status, issues[0]?.path], [400, "image_b64"]);
      expectThat(issues[0]?.message.includes("image_url") === true, "our name", String(issues[0]?.message));
    },
    async "w_…: a width of the list without a signature, no other one"() {
      const url = await things.picture();
      const at = (width: number) =>
        world.send({ method: "GET", path: url.replace("/upload/", `/upload/w_${width}/`) });
      const answer = await at(320);
      expectEqual([answer.status, (await sharp(answer.bytes).metadata()).width], [200, 320]);
      const other = await at(321);
      expectThat(other.status >= 400 && other.status < 500, "a refusal", String(other.status));
    },
    async "/file?format&width&dpi: the file at that size and density"() {
      const call = { params: { id: await things.photo() } };
      const query = { format: "png", width: "200", dpi: "300" };
      const answer = await world.call(operations.downloadGeneration, { ...call, query });
      const { width, density, format } = await sharp(answer.bytes).metadata();
      expectEqual([answer.status, format, width, density], [200, "png", 200, 300]);
      const wrong = { ...call, query: { width: "0" } };
      expectEqual((await world.call(operations.downloadGeneration, wrong)).status, 400, "status");
    },
    async "text: a preview notes a label that is too blurred to be read, and its place; a sharp one it does not"() {
      const notesOf = async (blur: number) => {
        const bytes = await sharp("public/samples/perfume.jpg").blur(blur).jpeg().toBuffer();
        const image_url = `data:image/jpeg;base64,${bytes.toString("base64")}`;
        const json = { image_url, type: "product", style: "studio", resolution: "2K" };
        const answer = await world.call(operations.preview, { json });
        expectEqual(answer.status, 200, "status");
        const { notes } = answer.json as { notes: { code: string; box?: object }[] };
        return notes.filter(({ code, box }) => code === "text_unreadable" && box).length;
      };
      expectEqual(await notesOf(0.3), 0, "notes on a sharp label");
      expectThat((await notesOf(2.5)) > 0, "a note on a blurred label", "none");
    },
    async "text: a check names the text on the background of a photo"() {
      const mark = await sharp("assets/marks/corner.png").resize(900).toBuffer();
      const ground = sharp({ create: { width: 1000, height: 1000, channels: 3, background: "#667" } });
      const bytes = await ground
        .composite([{ input: mark, top: 60, left: 50 }])
        .jpeg()
        .toBuffer();
      const image_url = `data:image/jpeg;base64,${bytes.toString("base64")}`;
      const size = { width: 1000, height: 1000 };
      const json = await order({ image_url: await things.picture(), size, background: { image_url } });
      const made = await world.call(operations.generate, { json });
      const params = { id: made.headers.get("x-generation-id") ?? "" };
      const answer = await world.call(operations.checkGeneration, { params, query: { marketplace: "ebay" } });
      const { findings } = answer.json as { findings: { rule: string; severity: string }[] };
      const extras = findings.find(({ rule }) => rule === "extras");
      expectEqual([answer.status, extras?.severity], [200, "refused"]);
    },
    async "/.well-known/security.txt: contact and expiry (RFC 9116), or 404 where the operator names none"() {
      const answer = await world.send({ method: "GET", path: "/.well-known/security.txt" });
      if (answer.status === 404) return;
      const text = String(answer.bytes);
      const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
      expectThat(/^Contact: https?:\/\//m.test(text) && expires > Date.now(), "Contact and Expires", text);
      expectThat(/^text\/plain/.test(answer.headers.get("content-type") ?? ""), "text/plain", text);
    },
  };
  return casesOf("extensions", rows, (run) => run());
}
