import { expect, test } from "vitest";
import { db } from "../db/index.ts";
import { networkOf } from "../platform/client-address.ts";
import { randomBase62 } from "../platform/ids.ts";
import { useDatabase } from "../testing/database.ts";
import { Visitor } from "../testing/visitor.ts";

await useDatabase();

test("the first sign-in and failed ones are not mailed; one from a new network is, but later ones from it are not", async () => {
  const email = `${randomBase62(10).toLowerCase()}@example.com`;
  await new Visitor("203.0.113.7").signUp(email);
  await new Visitor("203.0.113.99").signIn(email);
  const mails = () => db().outgoingMail.findMany({ where: { recipient: email } });
  expect(await mails()).toEqual([]);
  await new Visitor("198.51.100.1").signIn(email, "not my password");
  expect(await mails()).toEqual([]);
  await Promise.all([new Visitor("198.51.100.1").signIn(email), new Visitor("198.51.100.2").signIn(email)]);
  await new Visitor("198.51.100.3").signIn(email);
  const mailed = await mails();
  expect(mailed.length).toBeGreaterThanOrEqual(1);
  expect(mailed.length).toBeLessThanOrEqual(2);
  expect(mailed[0]).toMatchObject({ subject: "New sign-in to your account" });
  expect(mailed[0]?.text).toMatch(/Address: 198\.51\.100\.[12]\n/);
  expect(mailed[0]?.text).toContain("/account#sessions");
  expect(JSON.stringify(await db().signInDevice.findMany())).not.toContain("198.51");
});

test.each([
  ["203.0.113.7", "203.0.113"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1"],
  ["2001:db8::1", "2001:db8:0"],
  ["::1", "0:0:0"],
  ["", "unknown"],
  ["<script>", "unknown"],
])("the network of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
