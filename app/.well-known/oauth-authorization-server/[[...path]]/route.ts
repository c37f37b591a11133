import { authorizationMetadata } from "#lib/auth/apps/metadata.ts";
import { publicText } from "#lib/http/route.ts";

export const GET = publicText("application/json", async ({ path }) =>
  authorizationMetadata([path ?? []].flat().join("/")),
);
