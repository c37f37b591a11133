import { expect } from "vitest";
import { mailTo, tokenIn } from "../outbox.ts";
import { Visitor } from "../visitor.ts";

export const codesOf = (replies: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Expects that of so many concurrent guesses from as many addresses all but ten are refused unchecked. */
export async function expectGuessesRefused(count: number): Promise<void> {
  const email = "owner@example.com";
  const owner = new Visitor();
  await owner.signUp(email);
  for (const target of [email, "nobody@example.org"]) {
    const guesses = Array.from({ length: count }, (_, guess) =>
      new Visitor(`198.51.${100 + (guess % 100)}.${guess}`).signIn(target, `guess number ${guess}`),
    );
    const replies = await Promise.all(guesses);
    expect(codesOf(replies)).toEqual({ 401: 10, 429: count - 10 });
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({
      code: "TOO_MANY_ATTEMPTS",
      message: "Too many attempts. Please try again later.",
    });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(30);
  }
  // A signed-in owner is not affected, and a locked-out owner signs in with the mailed link.
  expect(await owner.isSignedIn()).toBe(true);
  const elsewhere = new Visitor();
  expect((await elsewhere.signIn(email)).status).toBe(429);
  await elsewhere.post("/request-password-reset", { email });
  const token = tokenIn(await mailTo(email));
  const newPassword = "eine-andere-Wolke-7";
  expect((await elsewhere.post("/reset-password", { token, newPassword })).status).toBe(200);
  expect((await elsewhere.signIn(email, newPassword)).status).toBe(200);
}
