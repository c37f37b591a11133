"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { formAction } from "#lib/auth/action.ts";
import { viewCookie } from "#lib/auth/cookies.ts";
import { getUser, getView } from "#lib/auth/page.ts";
import { noteRequest } from "#lib/platform/requests.ts";
import { endLink } from "#lib/support/links.ts";

/** The only action that an operator has within a view. */
export const endView = formAction(z.object({}), async () => {
  const [user, view] = [await getUser(), await getView()];
  (await cookies()).delete(viewCookie);
  if (!user || !view) redirect("/studio");
  noteRequest({ actor: { type: "operator", id: user.id, name: user.email } });
  await endLink(view.id, user.id);
  redirect(`/operator/accounts/${view.userId}`);
});
