import { runNode } from "../parts/child.ts";

/** Loading a network that is already prepared takes less than this. */
const longMs = 3_000;
/** Exit code of the child if the network cannot be used; the last line of its output is the reason. */
const refused = 3;

/**
 * Prepares the cut-out network in a child process that releases all its memory, so that the first picture does not
 * wait for it. Throws if the network cannot be used. If the child dies, for example of too little memory, the first
 * picture prepares the network.
 */
export async function prepareCutOutNetwork(): Promise<void> {
  const program = `
    import os from "node:os";
    import { makeFilesPrivate } from "#lib/platform/private-files.ts";
    import { prepareNetwork } from "#lib/imaging/matting/network/index.ts";
    makeFilesPrivate();
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
