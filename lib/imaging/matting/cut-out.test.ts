import { describeCutOuts } from "#lib/testing/imaging/cut-outs.ts";

describeCutOuts("few");
