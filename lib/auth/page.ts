import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { requireAccount } from "../accounts/state.ts";
import { revealUnavailable } from "../db/unavailable.ts";
import { getRequest, noteRequest } from "../platform/requests.ts";
import { findView, type View } from "../support/links.ts";
import { withCurrentSignatures } from "./former-signatures.ts";
import { auth, viewCookie } from "./index.ts";

export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  /** Id of the session row behind this request. */
  sessionId: string;
  /** When its owner last proved to be who it is by signing in. */
  signedInAt: Date;
}

/** The signed-in user of the request being rendered, or null. Asked once per request, however often it is called. */
export const getUser = cache(async (): Promise<SignedInUser | null> => {
  const [incoming, jar] = await Promise.all([headers(), cookies()]);
  // A page rendered right after an action must see the cookies that the action set.
  const seen = new Headers(incoming);
  seen.set("cookie", jar.toString());
  const signed = await withCurrentSignatures(seen);
  const found = await revealUnavailable(() => auth().api.getSession({ headers: signed }));
  if (!found) return null;
  const { user, session } = found;
  const { id, email, name } = user;
  // From here on the page takes its turns at the database as this account.
  noteRequest({ caller: id, actor: { type: "user", id, name: email } });
  return { id, email, name, sessionId: session.id, signedInAt: session.createdAt };
});

/** Whether the page is rendered for a visitor who is signed in; a page that is kept for many asks nothing else. */
export async function isSignedIn(): Promise<boolean> {
  const { visitors } = getRequest() ?? {};
  return visitors ? visitors === "members" : (await getUser()) !== null;
}

/** The account as the frame and the pages show it. Asked once per request, however often it is called. */
export const getPageAccount = cache(requireAccount);

/** The account that its owner lets this operator see, in place of the operator's own; null outside of a view. */
export const getView = cache(async (): Promise<View | null> => {
  const id = (await cookies()).get(viewCookie)?.value;
  const user = id === undefined ? null : await getUser();
  return id && user ? await findView(id, { operatorId: user.id, sessionId: user.sessionId }) : null;
});

/**
 * The signed-in user. Redirects a visitor to sign in and back to `path`, and an operator within a view to the page that
 * says why. Every page calls this function or `requireShownUser`.
 */
export async function requireUser(path: string): Promise<SignedInUser> {
  const user = (await getUser()) ?? redirect(`/sign-in?${new URLSearchParams({ next: path })}`);
  return (await getView()) ? redirect("/operator/view") : user;
}

/** Whose data a page shows that only reads, and has no secrets: the user's, or in a view the customer's. */
export async function requireShownUser(path: string): Promise<Pick<SignedInUser, "id" | "email" | "name">> {
  const view = await getView();
  return view ? { id: view.userId, email: view.email, name: view.name } : await requireUser(path);
}
