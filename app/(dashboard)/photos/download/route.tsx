import { redirect } from "next/navigation";
import { requireUser } from "#lib/auth/page.ts";
import { downloadArchive } from "#lib/http/archive-download.ts";

/** The selected pictures (`id` fields of a form) as one ZIP archive. */
export async function POST(request: Request): Promise<Response> {
  const user = await requireUser("/photos");
  return (await downloadArchive(user.id, request)) ?? redirect("/photos");
}
