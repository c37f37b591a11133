import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** Addresses that look public but belong to the machine's cloud: Azure's platform service. */
const platformAddresses = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is a public unicast one that a stranger may make this service connect to. Tunnels that
 * embed an IPv4 address (NAT64, 6to4, Teredo, mapped) are not, whatever they embed, nor is this machine itself.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also reads forms such as 1.2.3, which no resolver returns.
  if (!isIP(address) || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  const text = parsed.toString();
  if (platformAddresses.has(text) || ownAddresses().has(text)) return false;
  // Only 2000::/3 is global unicast; what else has no name of its own is unassigned or deprecated.
  if (parsed.kind() === "ipv6") {
    const first = parsed.toByteArray()[0] ?? 0;
    return first >> 5 === 0b001 && !matchesAny(parsed);
  }
  return true;
}

/** Whether an IP address is this machine as it calls itself. */
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
