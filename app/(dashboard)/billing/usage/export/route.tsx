import { requireShownUser } from "#lib/auth/page.ts";
import { ledgerCsv } from "#lib/credits/ledger-csv.ts";
import { downloadHeaders } from "#lib/http/response-headers.ts";

export async function GET(): Promise<Response> {
  const user = await requireShownUser("/billing/usage");
  const name = `credits-${new Date().toISOString().slice(0, 10)}.csv`;
  return new Response(ledgerCsv(user.id), { headers: downloadHeaders("text/csv; charset=utf-8", name) });
}
