import { expect, test } from "vitest";
import { createLanguage } from "#lib/language/translate.ts";
import { describeProgress, describeSecondsLeft, titleOfOrder } from "./model.ts";

const { t } = createLanguage("en", {});
const none = { total: 12, queued: 0, running: 0, succeeded: 0, failed: 0, canceled: 0 };

test("the progress text of an order has its finished, failed and canceled counts", () => {
  const textOf = (status: "queued" | "running" | "completed" | "canceled", counts: Partial<typeof none>) =>
    describeProgress({ status, counts: { ...none, ...counts } }, t);
  expect(textOf("queued", { queued: 12 })).toBe("0 of 12");
  expect(textOf("running", { queued: 5, running: 2, succeeded: 4, failed: 1 })).toBe("5 of 12, 1 failed");
  expect(textOf("completed", { succeeded: 12 })).toBe("12 done");
  expect(textOf("completed", { failed: 12 })).toBe("12 failed");
  expect(textOf("canceled", { succeeded: 5, canceled: 7 })).toBe("5 done, 7 canceled");
});

test("the remaining time is rounded more coarsely the longer it is", () => {
  expect([1, 7, 38, 89, 200, 8_000].map((seconds) => describeSecondsLeft(seconds, t))).toEqual([
    "almost done",
    "about 7 s left",
    "about 40 s left",
    "about 90 s left",
    "about 3 min left",
    "about 2 h left",
  ]);
});

test("a batch without a title is named after its size", () => {
  expect(titleOfOrder({ title: null, counts: none }, t)).toBe("Order of 12 photos");
  expect(titleOfOrder({ title: "Autumn", counts: none }, t)).toBe("Autumn");
});
