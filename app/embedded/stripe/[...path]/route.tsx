import { respondWithPage } from "#components/stripe-sandbox/document.tsx";
import { localeOf } from "#lib/auth/locale.ts";
import { billingMode } from "#lib/billing/stripe.ts";
import { notFound } from "#lib/http/route.ts";
import { answerPage } from "#lib/stripe-sandbox/pages.ts";

const mountPath = "/embedded/stripe";

/** Stripe's hosted pages, as emulated by the sandbox; 404 if another provider handles payments. */
async function handleSandbox(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(mountPath.length);
  if (billingMode() !== "sandbox") return await notFound(request);
  const answer = await answerPage(request, path);
  if (!answer) return await notFound(request);
  if ("page" in answer) return await respondWithPage(answer.page, answer.status, localeOf(request.headers));
  return new Response(null, { status: 303, headers: { Location: answer.goTo, "Cache-Control": "no-store" } });
}

export const GET = handleSandbox;
export const POST = handleSandbox;
