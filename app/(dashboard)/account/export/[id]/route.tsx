import { downloadExport } from "#lib/account-export/exports.ts";
import { requireUser } from "#lib/auth/page.ts";
import { downloadHeaders } from "#lib/http/response-headers.ts";

interface Context {
  params: Promise<{ id: string }>;
}

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const user = await requireUser(`/account/export/${encodeURIComponent(id)}`);
  const file = await downloadExport(user.id, id);
  if (!file)
    return new Response("This export is not there any more. Ask for a new one on your account page.", {
      status: 404,
    });
  const headers = new Headers(downloadHeaders("application/zip", file.fileName));
  if (file.sizeBytes !== null) headers.set("Content-Length", String(file.sizeBytes));
  return new Response(file.content, { headers });
}
