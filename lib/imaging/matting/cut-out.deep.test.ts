// Guards the edges of cut-outs of drawn products in several rooms, and of all sample products.
import { describeCutOuts } from "#lib/testing/imaging/cut-outs.ts";

describeCutOuts("all");
