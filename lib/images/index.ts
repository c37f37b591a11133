import { env } from "#lib/platform/env.ts";
import { lazy } from "#lib/platform/lazy.ts";
import { embeddedImageHost } from "./embedded/index.ts";
import type { ImageHost } from "./host.ts";
import { getPresentAccount } from "./providers.ts";
import { withEmbedded } from "./with-embedded.ts";

const connected = lazy((): { of?: string; host?: ImageHost } => ({}));

/** The image host of this installation: the configured provider's, else the embedded one. */
export function imageHost(): ImageHost {
  const account = getPresentAccount();
  const of = account?.setting ?? env().BASE_URL;
  const known = connected();
  if (known.of === of && known.host) return known.host;
  const host = account ? withEmbedded(account.provider.connect(account.setting)) : embeddedImageHost();
  Object.assign(known, { of, host });
  return host;
}
