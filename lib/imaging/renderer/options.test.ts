import { describeRenderedOptions } from "#lib/testing/imaging/rendered-options.ts";

describeRenderedOptions("few");
