import { expect, test, vi } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { boundHandler } from "./bound-handler.ts";

everyTestTries("starve");

const retryLater = [503, "5"];

/** A handler whose responses the test releases one by one. */
function heldHandler() {
  const begun: { address: string; answer: () => void }[] = [];
  const handle = boundHandler(
    (request) =>
      new Promise((resolve) => {
        const address = request.headers.get("x-forwarded-for") ?? "";
        begun.push({ address, answer: () => resolve(new Response(address)) });
      }),
  );
  const signIn = (address: string) =>
    handle(
      new Request("http://localhost:3000/api/auth/sign-in/email", {
        method: "POST",
        headers: { "x-forwarded-for": address },
      }),
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, signIn, settled };
}

test("excess sign-ins from one network get 503, and a sign-in from another network overtakes its queue", async () => {
  const { begun, signIn, settled } = heldHandler();
  // All addresses of a /64 count as one client.
  const flood = Array.from({ length: 60 }, (_, index) => signIn(`2001:db8::${index.toString(16)}`));
  const refused = await Promise.race(flood);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual(retryLater);
  const other = signIn("192.0.2.1");
  await settled();
  expect(begun).toHaveLength(2);
  begun[0]?.answer();
  begun[1]?.answer();
  await settled();
  await settled();
  expect(begun.map(({ address }) => address)).toContain("192.0.2.1");
  for (let index = 2; index < 53; index += 1) {
    begun[index]?.answer();
    await settled();
  }
  expect(await (await other).text()).toBe("192.0.2.1");
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(52);
  expect(statuses.filter((status) => status === 503)).toHaveLength(8);
});

test("a sign-in provider that stays silent leads back to the sign-in page after fifteen seconds", async () => {
  vi.useFakeTimers();
  try {
    const handle = boundHandler(() => new Promise(() => undefined));
    const reply = handle(new Request("http://localhost:3000/api/auth/callback/oidc?code=x&state=y"));
    await vi.advanceTimersByTimeAsync(15_000);
    const { status, headers } = await reply;
    expect([status, headers.get("location")]).toEqual([
      302,
      "http://localhost:3000/sign-in?error=provider_silent",
    ]);
  } finally {
    vi.useRealTimers();
  }
});
