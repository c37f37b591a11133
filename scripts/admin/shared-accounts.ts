import { env, imageHostSettings } from "#lib/platform/env.ts";

const settings = ["STRIPE_SECRET_KEY", ...imageHostSettings, "BACKUP_URL", "SMTP_URL"] as const;

/** Settings by which a copy would reach the same customers, pictures and backups as its original, if set here. */
export function findSharedAccounts(): string[] {
  const environment = env();
  return settings.filter((name) => (environment[name]?.length ?? 0) > 0);
}
