import { redirect } from "next/navigation";
import { requireUser } from "#lib/auth/page.ts";
import { archiveResults } from "#lib/generations/download.ts";

/** The chosen pictures (`id` fields of a form) as one ZIP. */
export async function POST(request: Request): Promise<Response> {
  const user = await requireUser("/gallery");
  const ids = (await request.formData()).getAll("id").filter((id) => typeof id === "string");
  const archive = await archiveResults(user.id, ids);
  if (!archive) redirect("/gallery");
  const name = `photos-${new Date().toISOString().slice(0, 10)}.zip`;
  return new Response(archive, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
