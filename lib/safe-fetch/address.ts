import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** Addresses in public ranges that belong to the cloud platform: Azure's platform service. */
const platformAddresses = new Set(["168.63.129.16"]);

/**
 * Whether this service may connect to an IP address given by a user: public unicast only. Tunnel addresses that embed
 * an IPv4 address (NAT64, 6to4, Teredo, mapped) and this machine's own addresses are refused.
 */
export function isPublicAddress(address: string): boolean {
  // isIP first, because ipaddr.js also parses forms such as 1.2.3, which no resolver returns.
  if (!isIP(address) || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  const text = parsed.toString();
  if (platformAddresses.has(text) || ownAddresses().has(text)) return false;
  // Only 2000::/3 is global unicast; other ranges without a name are unassigned or deprecated.
  if (parsed.kind() === "ipv6") {
    const first = parsed.toByteArray()[0] ?? 0;
    return first >> 5 === 0b001 && !matchesAny(parsed);
  }
  return true;
}

/** Whether an IP address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === "loopback";
}

/** IETF protocol assignments and documentation. */
const refusedV6 = ["2001::/23", "2002::/16", "3fff::/20", "2001:db8::/32"].map((range) =>
  ipaddr.parseCIDR(range),
);

function matchesAny(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return refusedV6.some((range) => address.match(range));
}

function ownAddresses(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return new Set(
    addresses
      .map(({ address }) => address.replace(/%.*$/, ""))
      .filter(ipaddr.isValid)
      .map((address) => ipaddr.parse(address).toString()),
  );
}
