import { expect, test } from "vitest";
import { type Facts, judge } from "./judge.ts";

const record = {
  id: "ins_a",
  created_at: "2026-01-01T00:00:00.000Z",
  path: "/data",
  inode: "7",
  machine: "m1",
};
const here = { path: "/data", inode: "7", machine: "m1" as string | null, isContainer: false };
const facts: Facts = { record, databaseId: "ins_a", here, recordedPlace: "this folder" };

const original = (change: string) => ({ kind: "original", change });
const standby = (reason: string) => ({ kind: "standby", reason });

/** As after `cp -a`: at another path, with another inode. */
const copied = { ...here, path: "/copy", inode: "9" };
const inContainer = { ...here, machine: null, isContainer: true };
const recordOfContainer = { ...record, machine: null };

test.each<[string, Partial<Facts>, object]>([
  ["a folder without anything", { record: null, databaseId: null }, { kind: "new" }],
  ["the folder as it was left", {}, original("none")],
  ["a database that was made anew", { databaseId: null }, original("none")],
  ["a machine that was given a new id", { here: { ...here, machine: "m2" } }, original("none")],
  ["a volume that was attached to another machine", { here: { ...here, machine: "m2" } }, original("none")],
  [
    "a folder that was renamed",
    { here: { ...here, path: "/srv" }, recordedPlace: "something else" },
    original("moved"),
  ],
  [
    "a folder that was moved to another disk",
    { here: copied, recordedPlace: "something else" },
    original("moved"),
  ],
  ["a folder that was restored in its place", { here: { ...here, inode: "9" } }, original("restored")],
  [
    "an original that was renamed before its copy took its place",
    { here: { ...here, path: "/old" }, recordedPlace: "another copy" },
    original("moved"),
  ],
  ["a copy beside its original", { here: copied, recordedPlace: "the installation" }, standby("copy")],
  [
    "a copy on another file system, whose file has the same number by chance",
    { here: { ...here, path: "/mnt/copy" }, recordedPlace: "the installation" },
    standby("copy"),
  ],
  [
    "a copy beside a copy that is in the original's place",
    { here: copied, recordedPlace: "another copy" },
    standby("copy"),
  ],
  [
    "a copy of a folder that cannot be looked at",
    { here: copied, recordedPlace: "unknown" },
    standby("unclear"),
  ],
  [
    "a copy on another machine, at the same path",
    { here: { ...here, inode: "9", machine: "m2" } },
    standby("other machine"),
  ],
  [
    "a copy on another machine, elsewhere",
    { here: { ...copied, machine: "m2" }, recordedPlace: "something else" },
    standby("other machine"),
  ],
  [
    "a folder moved on a machine without an id",
    { record: recordOfContainer, here: { ...copied, machine: null }, recordedPlace: "something else" },
    standby("unclear"),
  ],
  ["a container that is started again", { record: recordOfContainer, here: inContainer }, original("none")],
  ["a container on the volume of a service outside", { here: inContainer }, original("none")],
  [
    "a container on a copy of a volume, mounted at the same path",
    { record: recordOfContainer, here: { ...inContainer, inode: "9" } },
    standby("unclear"),
  ],
  [
    "a container that mounts the volume elsewhere",
    {
      record: recordOfContainer,
      here: { ...inContainer, path: "/var/data" },
      recordedPlace: "something else",
    },
    original("moved"),
  ],
  ["a database of another installation", { databaseId: "ins_b" }, standby("other database")],
  ["a folder without its file", { record: null }, standby("unrecorded")],
])("judges %s", (_case, part, judgement) => {
  expect(judge({ ...facts, ...part })).toEqual(judgement);
});
