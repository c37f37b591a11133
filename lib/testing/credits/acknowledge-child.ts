// Charges and settles without end, and prints each id only once the database has said that it is settled.

import { settleCharge } from "../../credits/resolve.ts";
import { chargeOne, onePhoto } from "./charge-one.ts";

const [userId = ""] = process.argv.slice(2);
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (;;) {
      const work = onePhoto(userId);
      await chargeOne(work, 1);
      if (await settleCharge(work.id, { url: "y", publicId: null })) process.send?.(work.id);
    }
  }),
).catch(() => process.exit(1));
