// Charges and completes in a loop, and sends each id only after the database has confirmed its completion.

import { completeCharge } from "../../credits/resolve.ts";
import { chargeOne, onePhoto } from "./charge-one.ts";

const [userId = ""] = process.argv.slice(2);
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (;;) {
      const work = onePhoto(userId);
      await chargeOne(work, 1);
      if (await completeCharge(work.id, { url: "y", publicId: null })) process.send?.(work.id);
    }
  }),
).catch(() => process.exit(1));
