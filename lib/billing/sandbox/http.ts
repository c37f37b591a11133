import { notFound } from "../../api/route.ts";
import { env } from "../../env.ts";
import { log } from "../../log.ts";
import { BodyError, readBody } from "../../platform/body.ts";
import { handleApi } from "./api/handle.ts";
import { invalidRequest, SandboxError } from "./errors.ts";
import { type Params, parseForm } from "./form.ts";
import { actOnCheckout, showCheckout } from "./pages/checkout.ts";
import { html, page } from "./pages/html.ts";
import { actOnPortal, showPortal } from "./pages/portal.ts";
import { showReceipt } from "./pages/receipt.ts";

const mountPath = "/embedded/stripe";
const maxFormBytes = 16 * 1024;

/** Whether this installation keeps its own books of payments. */
function isActive(): boolean {
  const { STRIPE_SECRET_KEY, sandboxAllowed } = env();
  return !STRIPE_SECRET_KEY && sandboxAllowed;
}

/** Answers everything under /embedded/stripe: the API and the hosted pages. 404 where the sandbox is not active. */
export async function handleSandbox(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname.startsWith(mountPath) ? pathname.slice(mountPath.length) : pathname;
  if (!isActive()) return notFound(request);
  if (path.startsWith("/v1/")) return await handleApi(request, path);
  return (await handlePage(request, path)) ?? notFound(request);
}

/** The API alone, for the client inside this process: paths as api.stripe.com has them. */
export async function sandboxFetch(request: Request): Promise<Response> {
  return await handleApi(request, new URL(request.url).pathname);
}

async function handlePage(request: Request, path: string): Promise<Response | null> {
  const [, kind = "", id = "", ...rest] = path.split("/");
  if (id === "" || rest.length > 0) return null;
  try {
    if (request.method === "POST") {
      const form = await readForm(request);
      if (kind === "checkout") return await actOnCheckout(id, form);
      if (kind === "portal") return await actOnPortal(id, form);
      return null;
    }
    if (kind === "checkout") return await showCheckout(id);
    if (kind === "portal") return await showPortal(id, new URL(request.url).searchParams.get("notice"));
    if (kind === "receipts") return await showReceipt(id);
    return null;
  } catch (error) {
    if (!(error instanceof SandboxError)) {
      log.error({ err: error, kind }, "a page of the billing sandbox failed");
      throw error;
    }
    const body = html`<h1>This page cannot be shown</h1><section class="problem"><p>${error.message}</p></section>
<p><a href="${env().BASE_URL}/billing">Return to the service</a></p>`;
    return page("Not available", body, error.status);
  }
}

async function readForm(request: Request): Promise<Params> {
  try {
    return parseForm(new TextDecoder().decode(await readBody(request, maxFormBytes)));
  } catch (error) {
    throw error instanceof BodyError ? invalidRequest(error.message) : error;
  }
}
