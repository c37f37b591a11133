/** Paths of the API that do not exist. */
export { notFound as ALL } from "#lib/http/route.ts";
