import { readEnvironment } from "#lib/platform/env.ts";
import { runNode } from "../parts/child.ts";

/**
 * Where the cut-out network is not the shipped one on this machine's processor, it is loaded once before anything is
 * served: an Error says what to mend, and not the first seller's picture.
 */
export async function checkCutOutNetwork(): Promise<void> {
  const { CUTOUT_MODEL, CUTOUT_DEVICE } = readEnvironment(process.env);
  if (CUTOUT_MODEL === undefined && CUTOUT_DEVICE === "cpu") return;
  const program = `
    import { loadNetwork } from "#lib/imaging/matting/network/index.ts";
    await loadNetwork().catch((error) => { console.log("\\n" + error.message); process.exit(1); });`;
  const { code, output } = await runNode(["--input-type=module", "-e", program], {
    ...process.env,
    LOG_LEVEL: "silent",
  });
  if (code !== 0) throw new Error(`The cut-out network cannot be used. ${output.trim().split("\n").at(-1)}`);
}
