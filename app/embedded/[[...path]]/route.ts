/** Paths of the embedded services that do not exist. */
export { notFound as ALL } from "#lib/http/route.ts";
