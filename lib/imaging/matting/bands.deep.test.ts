// Guards bands in the color of the ground, through the network: closed in one product, left alone in sets of several.

import { describeBands, describeBandsInCutOuts } from "#lib/testing/imaging/bands.ts";

describeBands("all");
describeBandsInCutOuts();
