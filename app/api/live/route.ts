/** Says that the process answers; whether it can work is for /api/health to say. */
export const dynamic = "force-dynamic";

export function GET(): Response {
  return Response.json({ status: "ok" });
}
