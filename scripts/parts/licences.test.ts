import { expect, test } from "vitest";
import { findRefusedLicences, readLockedPackages } from "./licences.ts";

test("every package of the deliverable has a licence that is compatible with the AGPL", async () => {
  const packages = await readLockedPackages(process.cwd());
  expect(Object.keys(packages).length).toBeGreaterThan(300);
  expect(findRefusedLicences(packages)).toEqual([]);
});

test.each([
  ["EPL-2.0", false],
  [undefined, false],
  ["GPL-2.0-only", false],
  ["SEE LICENSE IN LICENSE.md", false],
  ["(EPL-2.0 OR MIT)", true],
  ["MIT AND EPL-2.0", false],
  ["MIT and ISC", true],
])("a package under %s is accepted: %s", (license, isAllowed) => {
  const found = findRefusedLicences({
    "": { license: "AGPL-3.0-or-later" },
    "node_modules/a/node_modules/@b/c": { ...(license && { license }) },
    "node_modules/tool": { license: "EPL-2.0", dev: true },
  });
  expect(found).toEqual(isAllowed ? [] : [`@b/c: ${license ?? "none stated"}`]);
});
