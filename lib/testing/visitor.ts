import { parseSetCookieHeader } from "better-auth/cookies";
import { expect } from "vitest";
import { auth } from "#lib/auth/index.ts";
import { env } from "#lib/platform/env.ts";
import { randomBase62 } from "#lib/platform/ids.ts";
import { totpOf } from "./totp.ts";

export const goodPassword = "korrekt-pferd-9!";

export interface AuthReply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
  body: any;
  text: string;
}

/** A browser for the auth handler, with its own address and cookies. */
export class Visitor {
  readonly #address: string;
  readonly cookies = new Map<string, string>();

  constructor(address = randomAddress()) {
    this.#address = address;
  }

  post(path: string, body: object): Promise<AuthReply> {
    return this.#send(path, { method: "POST", body: JSON.stringify(body) });
  }

  get(path: string): Promise<AuthReply> {
    return this.#send(path, { method: "GET" });
  }

  signUp(email: string, password = goodPassword, name = "Grace Hopper"): Promise<AuthReply> {
    return this.post("/sign-up/email", { email, password, name });
  }

  signIn(email: string, password = goodPassword): Promise<AuthReply> {
    return this.post("/sign-in/email", { email, password });
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.get("/get-session")).body !== null;
  }

  async #send(path: string, init: { method: string; body?: string }): Promise<AuthReply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { BASE_URL } = env();
    const headers = new Headers({ origin: BASE_URL, "x-forwarded-for": this.#address });
    if (init.body) headers.set("content-type", "application/json");
    if (cookie) headers.set("cookie", cookie);
    const response = await auth().handler(new Request(`${BASE_URL}/api/auth${path}`, { ...init, headers }));
    for (const line of response.headers.getSetCookie()) {
      for (const [name, { value, "max-age": maxAge }] of parseSetCookieHeader(line)) {
        if (maxAge === 0) this.cookies.delete(name);
        else this.cookies.set(name, value);
      }
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : null,
      text,
    };
  }
}

export function randomAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 254);
  return `10.${part()}.${part()}.${part()}`;
}

/** An email address of nobody yet. */
export const newEmail = () => `${randomBase62(10).toLowerCase()}@example.com`;

export type Person = Awaited<ReturnType<typeof newPerson>>;

/** A signed-in user, with browser and account. */
export async function newPerson(visitor = new Visitor()) {
  const email = newEmail();
  const { body } = await visitor.signUp(email);
  const userId: string = body.user.id;
  return { email, visitor, userId };
}

/** Turns on the second step of the signed-in user. */
export async function enrol(visitor: Visitor): Promise<{ secret: string; codes: string[] }> {
  const { body } = await visitor.post("/two-factor/enable", { password: goodPassword });
  const secret = new URL(body.totpURI).searchParams.get("secret") ?? "";
  expect((await visitor.post("/two-factor/verify-totp", { code: totpOf(secret) })).status).toBe(200);
  return { secret, codes: body.backupCodes };
}
