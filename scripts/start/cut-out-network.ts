import { runNode } from "../parts/child.ts";

/** Loading what is prepared already takes less. */
const longMs = 3_000;
/** By this the process says that the network cannot be used, and why in its last line. */
const refused = 3;

/**
 * Makes the cut-out network ready, in a process of its own that gives all of its memory back: the first picture does not
 * wait for it. Throws when the network cannot be used. A process that dies, for example of too little memory, stops
 * nothing: the first picture then prepares the network.
 */
export async function prepareCutOutNetwork(): Promise<void> {
  const program = `
    import os from "node:os";
    import { prepareNetwork } from "#lib/imaging/matting/network/index.ts";
    os.setPriority(Math.max(os.getPriority(), 10));
    await prepareNetwork().catch((error) => { console.log("\\n" + error.message); process.exit(${refused}); });`;
  const announcement = setTimeout(
    () => console.log("Preparing the cut-out network (once, some seconds) …"),
    longMs,
  );
  const { code, output } = await runNode(["--input-type=module", "-e", program], {
    ...process.env,
    LOG_LEVEL: "silent",
  }).finally(() => clearTimeout(announcement));
  const lastLine = output.trim().split("\n").at(-1) ?? "";
  if (code === refused) throw new Error(`The cut-out network cannot be used. ${lastLine}`);
  if (code !== 0)
    console.error(`The cut-out network was not prepared; the first picture will wait for it. ${lastLine}`);
}
