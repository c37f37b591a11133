import { changelogFeed } from "#lib/documentation/changelog.ts";
import { publicText } from "#lib/http/route.ts";

export const GET = publicText("application/atom+xml; charset=utf-8", changelogFeed);
