// Guards that every kind of alteration of a product by an edit is detected and replaced, and none is imagined.
import { describe } from "vitest";
import {
  alterations,
  describeKept,
  describeReplaced,
  describeRestored,
  describeSizes,
  placements,
  seed,
} from "#lib/testing/imaging/edits.ts";

describe(`with seed ${seed}`, () => {
  describeKept(placements);
  describeRestored(alterations);
  describeReplaced(alterations.slice(0, 3));
  describeSizes([
    [300, 300],
    [640, 360],
    [270, 480],
  ]);
});
