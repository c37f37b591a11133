import { fileURLToPath } from "node:url";
import type { Environment } from "#lib/platform/env.ts";
import { runNode } from "../parts/child.ts";

/** Throws an error with the fix if results are to be signed and cannot be. */
export async function requireSigning({ C2PA_CERT }: Pick<Environment, "C2PA_CERT">): Promise<void> {
  if (C2PA_CERT === undefined) return;
  const script = fileURLToPath(new URL("./signing-child.ts", import.meta.url));
  const { code, output } = await runNode([script], { ...process.env, LOG_LEVEL: "silent" });
  if (code === 0) return;
  const problem = output.trim();
  throw new Error(
    problem.includes("C2PA_")
      ? problem
      : `C2PA_CERT cannot sign: ${problem}. It needs the usage emailProtection or documentSigning, and its issuers in the file.`,
  );
}
