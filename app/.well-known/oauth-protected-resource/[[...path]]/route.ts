import { resourceMetadata } from "#lib/auth/apps/resource.ts";
import { publicText } from "#lib/http/route.ts";

export const GET = publicText("application/json", async ({ path }) =>
  resourceMetadata([path ?? []].flat().join("/")),
);
