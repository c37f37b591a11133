import ipaddr from "ipaddr.js";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];
export type TrustedProxies = readonly Network[];

const namedNetworks: Record<string, string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * Reads TRUSTED_PROXIES: addresses, networks in CIDR form, `loopback`, `private`, separated by commas.
 * Throws an Error that names the entry which is none of these.
 */
export function readTrustedProxies(text: string): TrustedProxies {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  return entries.flatMap((entry) => (namedNetworks[entry] ?? [entry]).map(readNetwork));
}

function readNetwork(entry: string): Network {
  try {
    if (entry.includes("/")) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch (cause) {
    const known = "an address, a network such as 10.0.0.0/8, loopback or private";
    throw new Error(`TRUSTED_PROXIES: "${entry}" is not ${known}`, { cause });
  }
}

/**
 * The address of the client behind a connection. X-Forwarded-For is read from its right end, where each proxy
 * appended the address of its peer, and only past trusted proxies: values sent by the client itself never count.
 */
export function proveClientAddress(
  socketAddress: string,
  forwardedFor: string,
  trusted: TrustedProxies,
): string {
  let client = normalize(socketAddress) ?? "unknown";
  const seen = forwardedFor.split(",").map((entry) => entry.trim());
  while (seen.length > 0 && isTrusted(client, trusted)) {
    const next = normalize(seen.pop() ?? "");
    if (next === null) break;
    client = next;
  }
  return client;
}

export function isTrusted(address: string, trusted: TrustedProxies): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return trusted.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}

/** Some proxies write the client's port behind its address: `192.0.2.7:1234`, `[2001:db8::7]:1234`. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;

function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, six, four] = withPort.exec(text) ?? [];
  const bare = (six ?? four ?? text).replace(/%.*$/, "");
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function normalize(address: string): string | null {
  return readAddress(address)?.toString() ?? null;
}

/**
 * The client address of a request. The server in front of every handler has verified it and replaced X-Forwarded-For
 * with it.
 */
export function clientAddress(headers: Headers): string {
  return clientNetwork(headers.get("x-forwarded-for")?.trim() ?? "");
}

/** The addresses of one client: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(text: string): string {
  const address = readAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? "unknown";
  const groups = address.parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}

/**
 * The network of a client address: IPv4 by its /24, IPv6 by its /48. Clients keep it while their address changes, and
 * owners of many addresses mostly have them in one network.
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
