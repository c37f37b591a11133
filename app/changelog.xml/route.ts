import { changelogFeed } from "#lib/documentation/changelog.ts";
import { publicText, route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: publicText("application/atom+xml; charset=utf-8", changelogFeed),
});
