// Charges and settles without end, and prints each id only once the database has said that it is settled.

import { settleCharge } from "../../credits/resolve.ts";
import { newId } from "../../platform/ids.ts";
import { chargeOne } from "./charge-one.ts";

const [userId = ""] = process.argv.slice(2);
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (;;) {
      const id = newId("gen");
      const work = {
        id,
        userId,
        apiKeyId: null,
        operation: "generate",
        imageUrl: "x",
        timeoutMs: 600_000,
      } as const;
      await chargeOne(work, 1);
      if (await settleCharge(id, { url: "y", publicId: null })) process.send?.(id);
    }
  }),
).catch(() => process.exit(1));
