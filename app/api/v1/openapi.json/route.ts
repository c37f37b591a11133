import { openApiDocument } from "#lib/contract/openapi/index.ts";
import { publicJson } from "#lib/http/route.ts";
import { offer } from "#lib/plans/offer.ts";

export const GET = publicJson(() => openApiDocument(offer().baseCosts));
