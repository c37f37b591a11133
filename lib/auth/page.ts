import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { requireAccount } from "../accounts/state.ts";
import { isUnavailable, revealUnavailable } from "../db/unavailable.ts";
import { noteRequest } from "../platform/requests.ts";
import { findView, type View } from "../support/view.ts";
import { viewCookie } from "./cookies.ts";
import { auth } from "./index.ts";

export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  /** Id of the session's row. */
  sessionId: string;
  /** Time of the last sign-in of this session. */
  signedInAt: Date;
}

/** The signed-in user of the current request, or null. Cached per request. */
export const getUser = cache(async (): Promise<SignedInUser | null> => {
  const [incoming, jar] = await Promise.all([headers(), cookies()]);
  // A page rendered right after an action must use the cookies that the action set.
  const seen = new Headers(incoming);
  seen.set("cookie", jar.toString());
  const found = await revealUnavailable(() => auth().api.getSession({ headers: seen }));
  if (!found) return null;
  const { user, session } = found;
  const { id, email, name } = user;
  // From here on the page's database queries count as this account's.
  noteRequest({ caller: id, actor: { type: "user", id, name: email } });
  return { id, email, name, sessionId: session.id, signedInAt: session.createdAt };
});

/** Whether the visitor is signed in; without a database nobody is, so that public pages remain available. */
export async function isSignedIn(): Promise<boolean> {
  const user = await getUser().catch((error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  });
  return user !== null;
}

/** The account for the frame and the pages. Cached per request. */
export const getPageAccount = cache(requireAccount);

/** The customer account that this operator may see with consent; null outside of a view. */
export const getView = cache(async (): Promise<View | null> => {
  const id = (await cookies()).get(viewCookie)?.value;
  const user = id === undefined ? null : await getUser();
  return id && user ? await findView(id, { operatorId: user.id, sessionId: user.sessionId }) : null;
});

/**
 * Returns the signed-in user. Redirects visitors to sign in and back to `path`, and operators within a view to a page
 * that explains it. Every page calls this function or `requireShownUser`.
 */
export async function requireUser(path: string): Promise<SignedInUser> {
  const user = (await getUser()) ?? redirect(`/sign-in?${new URLSearchParams({ next: path })}`);
  return (await getView()) ? redirect("/operator/view") : user;
}

/** The account that a read-only page without secrets shows: the user's own, or the customer's in a view. */
export async function requireShownUser(path: string): Promise<Pick<SignedInUser, "id" | "email" | "name">> {
  const view = await getView();
  return view ? { id: view.userId, email: view.email, name: view.name } : await requireUser(path);
}
