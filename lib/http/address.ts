/**
 * The address that a request came from. The server in front of every handler has proven it (TRUSTED_PROXIES) and
 * written it alone into X-Forwarded-For; what a client sent there never gets here. IPv6 addresses count by their /64,
 * for that is what one client has.
 */
export function clientAddress(headers: Headers): string {
  const address = headers.get("x-forwarded-for")?.trim() || "unknown";
  return address.includes(":") ? subnetOf(address) : address;
}

function subnetOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
