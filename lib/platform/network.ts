import ipaddr from "ipaddr.js";

/**
 * The network that a client address belongs to: IPv4 by its /24, IPv6 by its /48. People keep it while their address
 * changes, and who has many addresses mostly has them in one.
 */
export function networkOf(clientAddress: string): string {
  const address = clientAddress.replace(/\/64$/, "");
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.octets.slice(0, 3).join(".");
  return parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(":");
}
