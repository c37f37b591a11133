// A process that takes jobs of paid work and makes each photo immediately, until it is killed.

import { connectImages } from "../../connect-images.ts";
import { startHeartbeats } from "../../db/heartbeat.ts";
import { photoMaker } from "../../generations/kinds/make-photo.ts";
import { startWorkers } from "../../generations/run/worker.ts";

connectImages();

photoMaker.make = async () => ({ url: "https://example.com/made.jpg", publicId: null });

startHeartbeats();
await startWorkers();
process.send?.("ready");
