import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { PhotoService } from "../../client.ts";
import type { Invocation } from "../invocation.ts";
import { readBaseUrl, storeSettings } from "../settings.ts";
import { UsageError } from "../usage.ts";

/** `photos login`: verifies a key and stores it. */
export async function login({ given, output, signal }: Invocation): Promise<number> {
  const isTerminal = process.stdin.isTTY;
  const baseUrl =
    (await readBaseUrl(given)) ?? (isTerminal ? await ask("Address of the service: ") : undefined);
  if (!baseUrl) {
    throw new UsageError("The address of the service is missing.", { fix: "Pass --base-url." });
  }
  const own = given.key ?? process.env.PHOTOS_API_KEY;
  const key = (own ?? (isTerminal ? await askSecretly("API key: ") : await text(process.stdin))).trim();
  if (!key)
    throw new UsageError("The API key is missing.", { fix: "Pass --key, or enter the key at the prompt." });
  const client = new PhotoService({ baseUrl, apiKey: key });
  const credits = await client.credits.get({ signal });
  const file = await storeSettings({ base_url: baseUrl, key });
  output.result(
    { event: "signed_in", base_url: baseUrl, config: file, credits: credits.total, tier: credits.tier },
    `Signed in: ${credits.total} credits. The key is stored in ${file}.`,
  );
  return 0;
}

function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) =>
    lines.question(question, (answer) => {
      lines.close();
      resolve(answer.trim());
    }),
  );
}

/** Asks for input without echoing it. */
async function askSecretly(question: string): Promise<string> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, terminal: false });
  process.stdin.setRawMode?.(true);
  let typed = "";
  try {
    for await (const chunk of process.stdin.setEncoding("utf8")) {
      for (const letter of chunk as string) {
        if (letter === "\r" || letter === "\n" || letter === "\u0004") return typed;
        if (letter === "\u0003") throw new UsageError("Interrupted.");
        typed = letter === "\u007f" ? typed.slice(0, -1) : typed + letter;
      }
    }
    return typed;
  } finally {
    process.stdin.setRawMode?.(false);
    lines.close();
    process.stderr.write("\n");
  }
}
