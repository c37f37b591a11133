/** Runs @imgly/background-removal-node with its default settings, one picture per message. */
import { removeBackground } from "@imgly/background-removal-node";

process.on("disconnect", () => process.exit(0));
process.on("message", async (jpeg: Uint8Array<ArrayBuffer>) => {
  const result = await removeBackground(new Blob([jpeg], { type: "image/jpeg" }));
  process.send?.({ png: new Uint8Array(await result.arrayBuffer()) });
});
