import { expect, it, vi } from "vitest";
import { useDatabase } from "../testing/database.ts";

vi.hoisted(() => vi.stubEnv("NODE_ENV", "production"));
await useDatabase();
const { auth } = await import("./index.ts");

/** As another process would start: with nothing remembered but the database. */
function forgetProcess(): void {
  Reflect.deleteProperty(globalThis, Symbol.for("photo-generation-service.auth"));
}

async function trySignIn(address: string): Promise<number> {
  const { status } = await auth().handler(
    new Request("http://localhost:3000/api/auth/sign-in/email", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "http://localhost:3000",
        "x-forwarded-for": address,
      },
      body: JSON.stringify({ email: "nobody@example.com", password: "a wrong password" }),
    }),
  );
  return status;
}

it("refuses the sixteenth sign-in of an address within five minutes, over all processes", async () => {
  const statuses = [];
  for (let attempt = 1; attempt <= 16; attempt += 1) {
    if (attempt % 4 === 0) forgetProcess();
    statuses.push(await trySignIn("203.0.113.7"));
  }
  expect(statuses).toEqual([...Array.from({ length: 15 }, () => 401), 429]);
  expect(await trySignIn("203.0.113.8")).toBe(401);
});
