import { describeDetectedStances } from "#lib/testing/imaging/detected-stances.ts";

describeDetectedStances("few");
