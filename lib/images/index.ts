import { env } from "#lib/platform/env.ts";
import { embeddedImageHost } from "./embedded/index.ts";
import { withFormerHosts } from "./former.ts";
import type { ImageHost } from "./host.ts";
import { getPresentAccount } from "./providers.ts";

let made: { of: string; host: ImageHost } | undefined;

/** The image host of this installation: the configured provider's, else the embedded one. */
export function imageHost(): ImageHost {
  const account = getPresentAccount();
  const of = account?.setting ?? env().BASE_URL;
  if (made?.of !== of) {
    const present = account?.provider.connect(account.setting) ?? embeddedImageHost();
    made = { of, host: withFormerHosts(present) };
  }
  return made.host;
}
