// Guards the share of products whose stance is detected, over all pictures of known stance.
import { describeDetectedStances } from "#lib/testing/imaging/detected-stances.ts";

describeDetectedStances("all");
