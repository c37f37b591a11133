// An additional process of a service that seals its values again; reports how many it replaced.
import { resealValues } from "../../auth/secret-rotation.ts";
import { disconnectDb } from "../../db/index.ts";

const replaced = await resealValues();
process.send?.(replaced);
await disconnectDb();
process.disconnect();
