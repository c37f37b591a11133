import { describeBands } from "#lib/testing/imaging/bands.ts";

describeBands("few");
