import { expect, test } from "vitest";
import { deviceOf } from "./sessions.ts";

test("deviceOf names browser and system", () => {
  const edge =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0";
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
  expect(deviceOf(edge)).toBe("Edge on Windows");
  expect(deviceOf(iphone)).toBe("Safari on iOS");
  expect(deviceOf("curl/8.5.0")).toBe("Unknown device");
  expect(deviceOf("")).toBe("Unknown device");
});
