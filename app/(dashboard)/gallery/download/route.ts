import { redirect } from "next/navigation";
import { requireUser } from "#lib/auth/page.ts";
import { downloadResults } from "#lib/generations/download.ts";

/** The chosen pictures (`id` fields of a form) as one ZIP. */
export async function POST(request: Request): Promise<Response> {
  const user = await requireUser("/gallery");
  return (await downloadResults(user.id, request)) ?? redirect("/gallery");
}
