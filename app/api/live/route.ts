import { route } from "#lib/http/route.ts";

/** Says that the process answers; whether it can work is for /api/health to say. */
const answer = async () => Response.json({ status: "ok" });

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: answer });
