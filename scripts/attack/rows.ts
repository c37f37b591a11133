import { readSample } from "../parts/samples.ts";
import { type Attack, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import { type Answer, fieldsOf } from "./parts/http.ts";

const itemsOfBatch = 850;
const repeats = 12;
/** Hourly limit of the plan; the limit admits slightly more while the hour advances. */
const allowedItems = 4_000;
const metadataPairs = 9;
const valueLength = 400;

/** Repeatedly orders items with full metadata and cancels them before they are made. */
export const rows: Attack = {
  name: "rows",
  does: "orders 850 items with 4 KB of metadata and cancels them, twelve times",
  async prepare(target) {
    const { key } = await target.openAccount({ topup: 1_000 });
    const imageUrl = await target.requireUpload(key, await readSample("mug"));
    const request = (index: number) => ({
      image_url: imageUrl,
      type: "product",
      style: "studio",
      prompt: `number ${index}`,
      metadata: Object.fromEntries(
        times(metadataPairs, (pair) => [
          `field-${pair}`,
          times(45, () => Math.random().toString(36).slice(2, 12))
            .join(" ")
            .slice(0, valueLength),
        ]),
      ),
    });
    return async () => {
      const orders: Answer[] = [];
      const cancels: Answer[] = [];
      for (let round = 0; round < repeats; round += 1) {
        const items = times(itemsOfBatch, (index) => ({
          operation: "generate",
          custom_id: `${round}-${index}`,
          request: request(index),
        }));
        const order = await target.api(key, "POST", "batches", { items });
        orders.push(order);
        const { id } = fieldsOf(order);
        if (typeof id === "string") cancels.push(await target.api(key, "POST", `batches/${id}/cancel`));
      }
      const failed = cancels.find(({ status }) => status !== 200);
      const taken = orders.filter(({ status }) => status === 202).length * itemsOfBatch;
      const refused = orders.filter(({ status }) => status !== 202);
      const unclear = refused.filter(({ status, headers }) => status !== 429 || !headers["retry-after"]);
      const problems = problemsOf(
        [taken > 1.1 * allowedItems, `${taken} items were taken in an hour`],
        [failed !== undefined, `a cancellation was answered ${failed?.status}: ${failed?.body}`],
        [taken < itemsOfBatch, `not one batch was taken: ${orders[0]?.status} ${orders[0]?.body}`],
        [
          unclear.length > 0,
          `${unclear.length} refusals had status ${unclear[0]?.status}: ${unclear[0]?.body}`,
        ],
      );
      return outcomeOf(orders, problems, `${taken} items taken`);
    };
  },
};
