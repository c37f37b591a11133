/** Where one lands after signing in when nothing else was wanted. */
export const homePath = "/studio";

/** Parameters of /sign-in that choose the notice above its form. */
export const noticeParameters = ["reset", "address", "error"] as const;

/** The wanted path when it is one of this site's own, else the home path: never a way to another origin. */
export function safePath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return homePath;
  const origin = "https://own.invalid";
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  // Backslashes, control characters and "//host" all end in another origin or in a rewritten path.
  if (!url || url.origin !== origin || url.pathname.startsWith("//")) return homePath;
  return url.pathname + url.search + url.hash;
}
