import { expect, test } from "vitest";
import { createBackStack } from "./back.ts";

/** A fake of the browser's history that navigates synchronously. */
function browser() {
  const entries = [
    { depth: 0, href: "/orders" },
    { depth: 0, href: "/studio" },
  ];
  let at = 1;
  let moved: () => void = () => undefined;
  const here = () => entries[at] ?? { depth: 0, href: "" };
  const host = {
    depth: () => here().depth,
    href: () => here().href,
    push: (depth: number) => {
      entries.splice(at + 1, entries.length, { depth, href: here().href });
      at += 1;
    },
    back: () => {
      at -= 1;
      moved();
    },
  };
  const stack = createBackStack(host);
  moved = stack.moved;
  const go = (href: string) => {
    entries.splice(at + 1, entries.length, { depth: 0, href });
    at += 1;
  };
  return { stack, host, go, count: () => entries.length };
}

test("Back closes the newest layer, then the one below it, and then leaves the page", () => {
  const { stack, host } = browser();
  const closed: string[] = [];
  stack.open(() => closed.push("panel"));
  stack.open(() => closed.push("dialog"));
  host.back();
  expect(closed).toEqual(["dialog"]);
  host.back();
  expect(closed).toEqual(["dialog", "panel"]);
  expect(host.href()).toBe("/studio");
  host.back();
  expect(host.href()).toBe("/orders");
});

test("a layer closed by its own button needs no extra press of Back, and the next layer reuses its entry", () => {
  const { stack, host, count } = browser();
  stack.open(() => undefined)();
  let isClosed = false;
  const leave = stack.open(() => {
    isClosed = true;
  });
  expect(count()).toBe(3);
  leave();
  host.back();
  expect([isClosed, host.href()]).toEqual([false, "/orders"]);
});

test("Back from a page opened in a layer leads to the page below the layer, and then to the one before it", () => {
  const { stack, host, go } = browser();
  const leave = stack.open(() => undefined);
  go("/studio/mask");
  leave();
  host.back();
  expect(host.href()).toBe("/studio");
  host.back();
  expect(host.href()).toBe("/orders");
});
