import { BodyError, readBody } from "../platform/body.ts";
import { env } from "../platform/env.ts";
import { actOnCheckout, type CheckoutPage, readCheckout } from "./checkout.ts";
import { SandboxError } from "./errors.ts";
import { actOnPortal, type PortalPage, readPortal } from "./portal.ts";

const maxFormBytes = 16 * 1024;

/** The data of a page; the caller renders it. */
export type SandboxPage = CheckoutPage | PortalPage | { kind: "problem"; returnUrl: string };

export type PageAnswer = { page: SandboxPage; status: number } | { goTo: string };

/** Handles `/checkout/:id` and `/portal/:id` with their forms; null for other paths. */
export async function answerPage(request: Request, path: string): Promise<PageAnswer | null> {
  const [, kind = "", id = "", ...rest] = path.split("/");
  if (id === "" || rest.length > 0 || !(kind === "checkout" || kind === "portal")) return null;
  try {
    return kind === "checkout" ? await answerCheckout(request, id) : await answerPortal(request, id);
  } catch (error) {
    if (!(error instanceof SandboxError || error instanceof BodyError)) throw error;
    const status = error instanceof BodyError ? 413 : error.status;
    return { page: { kind: "problem", returnUrl: `${env().BASE_URL}/billing` }, status };
  }
}

const readForm = async (request: Request) =>
  new URLSearchParams(new TextDecoder().decode(await readBody(request, maxFormBytes)));

async function answerCheckout(request: Request, id: string): Promise<PageAnswer> {
  if (request.method !== "POST") return { page: await readCheckout(id), status: 200 };
  const paid = await actOnCheckout(id, await readForm(request));
  return paid ?? { page: await readCheckout(id, true), status: 402 };
}

async function answerPortal(request: Request, id: string): Promise<PageAnswer> {
  if (request.method === "POST") return await actOnPortal(id, await readForm(request));
  const notice = new URL(request.url).searchParams.get("notice");
  return { page: await readPortal(id, notice), status: 200 };
}
