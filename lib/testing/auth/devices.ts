import { expect } from "vitest";
import { randomBase62 } from "#lib/platform/ids.ts";
import { Visitor } from "#lib/testing/visitor.ts";

export async function newPerson() {
  const email = `${randomBase62(10).toLowerCase()}@example.com`;
  const device = new Visitor();
  const { body } = await device.signUp(email);
  const userId: string = body.user.id;
  return { email, device, userId };
}

/** Clients at other addresses use up the account's attempts. */
export async function lockOut(email: string): Promise<void> {
  for (let guess = 0; guess < 10; guess += 1) await new Visitor().signIn(email, `guess number ${guess}`);
  expect((await new Visitor().signIn(email)).status).toBe(429);
}

/** A browser with the device cookies of another, but without a session. */
export function copyOf(device: Visitor, address?: string): Visitor {
  const copy = new Visitor(address);
  for (const [name, value] of device.cookies) {
    if (name.includes("device-")) copy.cookies.set(name, value);
  }
  return copy;
}
