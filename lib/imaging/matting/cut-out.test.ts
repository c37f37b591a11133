import { previewSide } from "#lib/contract/photos/sizes.ts";
import { describeBandInCutOut } from "#lib/testing/imaging/bands.ts";
import { describeCutOuts } from "#lib/testing/imaging/cut-outs.ts";

describeCutOuts("few");
describeBandInCutOut([previewSide]);
