import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "./parts/attack.ts";
import { isRefused } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

/** Whoever got hold of an old link or an open session, after its owner changed the password. */
export const wayIn: Attack = {
  name: "way-in",
  does: "uses an older password-reset link and an open session after a newer link was used",
  async prepare(target) {
    const password = "correct horse battery 9";
    const { email } = await target.openAccount({ password });
    const cookie = await target.signIn(email, password);
    const post = (call: string, fields: object) =>
      target.send({
        method: "POST",
        path: `/api/auth/${call}`,
        headers: target.browserHeaders(),
        body: JSON.stringify(fields),
      });
    const older = await requestLink(target, email, post);
    const newer = await requestLink(target, email, post);
    return async () => {
      const problems: string[] = [];
      const trivial = await post("reset-password", { token: newer, newPassword: "password1234" });
      if (!isRefused(trivial)) problems.push("a trivial password was accepted");
      const fresh = isRefused(trivial)
        ? await post("reset-password", { token: newer, newPassword: "quiet otters 77 sing" })
        : trivial;
      if (isRefused(fresh)) problems.push(`the owner's own link was answered ${fresh.status}`);
      const tries = [
        await post("reset-password", { token: older, newPassword: "mine now and forever 1" }),
        await post("reset-password", { token: newer, newPassword: "mine now and forever 2" }),
        await target.send({ path: "/api/v1/credits", headers: { ...target.browserHeaders(), cookie } }),
      ];
      const [byOlder, byUsed, bySession] = tries;
      if (byOlder && !isRefused(byOlder)) problems.push("an older link changed the password again");
      if (byUsed && !isRefused(byUsed)) problems.push("a used link changed the password again");
      if (bySession && !isRefused(bySession)) problems.push("a session outlived the change of the password");
      return { tried: tries.length + 1, refused: [trivial, ...tries].filter(isRefused).length, problems };
    };
  },
};

async function requestLink(
  target: Target,
  email: string,
  post: (call: string, fields: object) => Promise<{ status: number }>,
): Promise<string> {
  const before = await linksTo(target, email);
  const { status } = await post("request-password-reset", { email });
  const giveUpAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt) {
    const fresh = (await linksTo(target, email)).find((token) => !before.includes(token));
    if (fresh) return fresh;
    await sleep(100);
  }
  throw new Error(`no mail with a reset link came (the request was answered ${status})`);
}

/** Tokens of the reset links that were mailed to an address. */
async function linksTo(target: Target, email: string): Promise<string[]> {
  const folder = path.join(target.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return mails
    .filter((mail) => mail.includes(email))
    .flatMap(
      (mail) =>
        /reset-password\?token=([\w-]+)/.exec(mail.replace(/=\r?\n/g, "").replaceAll("=3D", "="))?.[1] ?? [],
    );
}
