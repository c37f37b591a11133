import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { clientAddress, proveClientAddress, readTrustedProxies } from "./client-address.ts";

everyTestTries("address");

const prove = (socket: string, forwarded: string, trusted: string) =>
  proveClientAddress(socket, forwarded, readTrustedProxies(trusted));

describe("the proven client address", () => {
  test("is the connection's address if no proxy is trusted, despite all claims of the client", () => {
    const claim = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string());
    const property = fc.property(fc.ipV4(), fc.array(claim), (own, claims) => {
      expect(prove(own, claims.join(","), "")).toBe(own);
    });
    fc.assert(property, { verbose: 1 });
  });

  test("is the address of the last untrusted hop, never one listed before it", () => {
    const property = fc.property(fc.array(fc.ipV4(), { maxLength: 4 }), (claimed) => {
      const forwarded = [...claimed, "203.0.113.9", "10.0.0.2"].join(", ");
      expect(prove("127.0.0.1", forwarded, "loopback,10.0.0.0/8")).toBe("203.0.113.9");
    });
    fc.assert(property, { verbose: 1 });
  });

  test.each([
    ["127.0.0.1", "", "loopback", "127.0.0.1"],
    ["127.0.0.1", "garbage", "loopback", "127.0.0.1"],
    ["::ffff:127.0.0.1", "203.0.113.9", "loopback", "203.0.113.9"],
    ["::ffff:203.0.113.9", "198.51.100.1", "", "203.0.113.9"],
    ["192.168.1.4", "2001:db8:1:2:3:4:5:6", "private", "2001:db8:1:2:3:4:5:6"],
    ["fe80::1%eth0", "", "", "fe80::1"],
    ["127.0.0.1", "5.5.5.5:1234", "loopback", "5.5.5.5"],
    ["127.0.0.1", "9.9.9.9, 5.5.5.5:1234, 127.0.0.1:80", "loopback", "5.5.5.5"],
    ["127.0.0.1", "[2001:db8::7]:1234", "loopback", "2001:db8::7"],
    ["127.0.0.1", "[2001:db8::7]", "loopback", "2001:db8::7"],
    ["127.0.0.1", "5.5.5.5:port", "loopback", "127.0.0.1"],
  ])(
    "of the connection %s with the header %j and the trusted proxies %j is %s",
    (socket, forwarded, trusted, expected) => {
      expect(prove(socket, forwarded, trusted)).toBe(expected);
    },
  );

  test("cannot be read with an invalid list of proxies, and the error names the entry", () => {
    expect(() => readTrustedProxies("10.0.0.0/8, nginx")).toThrow('"nginx"');
  });
});

describe("the address for rate limits", () => {
  test("is the /64 network of an IPv6 address in any notation", () => {
    const of = (address: string) => clientAddress(new Headers({ "x-forwarded-for": address }));
    expect(of("2001:db8:1:2::5")).toBe(of("2001:DB8:1:2:ffff:0:0:1"));
    expect(of("2001:db8:1:3::5")).not.toBe(of("2001:db8:1:2::5"));
    expect(of("203.0.113.9")).toBe("203.0.113.9");
    expect(clientAddress(new Headers())).toBe("unknown");
  });
});
