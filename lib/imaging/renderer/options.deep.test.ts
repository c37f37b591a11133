// Guards that options and seeds of a photo do what they say, for hundreds of random ones.
import { describeRenderedOptions } from "#lib/testing/imaging/rendered-options.ts";

describeRenderedOptions("all");
