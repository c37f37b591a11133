// Guards that files in a bucket arrive byte for byte in spite of every kind of fault, repeated and in many parts.
import { describe } from "vitest";
import {
  describeFaults,
  describeMultipartFaults,
  describeRecordFaults,
  useBucket,
} from "#lib/testing/storage/faults.ts";

const used = useBucket();

describe("a bucket with faults", () => {
  describeFaults(used, [
    ["slow down", "PUT", 2],
    ["lost answer", "PUT", 2],
    ["lost after head", "PUT", 1],
    ["slow", "PUT", 1],
    ["slow down", "GET", 2],
    ["lost answer", "GET", 2],
    ["lost after head", "GET", 2],
    ["truncated", "GET", 3],
    ["damaged", "GET", 1],
    ["slow", "GET", 1],
  ]);
  describeRecordFaults(used, [
    ["truncated", 2],
    ["damaged", 1],
    ["lost after head", 2],
    ["slow down", 2],
  ]);
  describeMultipartFaults(used, [
    ["slow down", "PUT"],
    ["lost answer", "PUT"],
    ["lost answer", "POST"],
    ["slow down", "POST"],
  ]);
});
