/** Path of the embedded host below BASE_URL. */
export const basePath = "/embedded/images";
export const cloudName = "embedded";

/** Whether two URLs belong to the same server: all names of this machine count as one. */
export function isSameServer(one: URL, other: URL): boolean {
  if (one.protocol !== other.protocol) return false;
  return one.host === other.host || (one.port === other.port && isLoopback(one) && isLoopback(other));
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
