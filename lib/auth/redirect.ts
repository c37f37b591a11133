/** Default page after sign-in. */
export const homePath = "/studio";

/** The requested path if it belongs to this site, else the home path; prevents redirects to other origins. */
export function safePath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return homePath;
  const origin = "https://own.invalid";
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  // Backslashes, control characters and "//host" lead to another origin or a rewritten path.
  if (!url || url.origin !== origin || url.pathname.startsWith("//")) return homePath;
  return url.pathname + url.search + url.hash;
}
