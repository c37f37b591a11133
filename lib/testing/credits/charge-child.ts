// An additional charging process: receives user, number and cost of charges, and returns how many succeeded.

import { disconnectDb } from "../../db/index.ts";
import { newId } from "../../platform/ids.ts";
import { stopQueue } from "../../queue/boss.ts";
import { queueOne } from "./charge-one.ts";

export interface ChargeOrder {
  userId: string;
  calls: number;
  cost: number;
}

process.on("message", async ({ userId, calls, cost }: ChargeOrder) => {
  const answers = await Promise.all(
    Array.from({ length: calls }, () => {
      const common = { apiKeyId: null, operation: "generate", imageUrl: "x", timeoutMs: 600_000 } as const;
      return queueOne({ ...common, id: newId("gen"), userId }, cost);
    }),
  );
  process.send?.(answers.filter((answer) => answer !== null).length);
});
process.on("disconnect", () => void stopQueue().then(disconnectDb));
