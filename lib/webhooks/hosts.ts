import ipaddr from "ipaddr.js";

/** The host of a URL as budgets count it, whatever its port: the name without a trailing dot, or a literal address. */
export function hostOfUrl(url: string): string {
  const { hostname } = new URL(url);
  if (hostname.startsWith("[")) return networkOf(hostname.slice(1, -1));
  return hostname.toLowerCase().replace(/\.$/, "");
}

/** An address as budgets count it: IPv4 exactly, IPv6 by its /64, which one party has. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const prefix = parsed.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...prefix, ...Array<number>(8).fill(0)]).toString()}/64`;
}
