import { expect, test } from "vitest";
import { db } from "../db/index.ts";
import { networkOf } from "../platform/client-address.ts";
import { useDatabase } from "../testing/database.ts";
import { newPerson, Visitor } from "../testing/visitor.ts";

await useDatabase();

test("the first sign-in and failed ones are not mailed; the first one from each new network is, but later ones are not", async () => {
  const { email } = await newPerson(new Visitor("203.0.113.7"));
  await new Visitor("203.0.113.99").signIn(email);
  const mails = () => db().outgoingMail.findMany({ where: { recipient: email }, orderBy: { id: "asc" } });
  expect(await mails()).toEqual([]);
  await new Visitor("198.51.100.1").signIn(email, "not my password");
  expect(await mails()).toEqual([]);
  for (const address of ["198.51.100.1", "198.51.100.2", "192.0.2.1", "198.51.100.3", "192.0.2.2"]) {
    expect((await new Visitor(address).signIn(email)).status).toBe(200);
  }
  const mailed = await mails();
  expect(mailed).toMatchObject([
    { subject: "New sign-in to your account", text: expect.stringContaining("Address: 198.51.100.1\n") },
    { subject: "New sign-in to your account", text: expect.stringContaining("Address: 192.0.2.1\n") },
  ]);
  expect(mailed[0]?.text).toContain("/account#sessions");
  expect(JSON.stringify(await db().signInDevice.findMany())).not.toContain("198.51");
});

test("concurrent first sign-ins from a new network do not suppress each other's mail", async () => {
  const { email } = await newPerson(new Visitor("203.0.113.7"));
  await Promise.all([1, 2, 3].map((host) => new Visitor(`198.51.100.${host}`).signIn(email)));
  expect(await db().outgoingMail.count({ where: { recipient: email } })).toBeGreaterThan(0);
});

test.each([
  ["203.0.113.7", "203.0.113"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1"],
  ["2001:db8::1", "2001:db8:0"],
  ["::1", "0:0:0"],
  ["", "unknown"],
  ["<script>", "unknown"],
])("the network of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
