import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { z } from "zod";
import { noteRequest } from "../platform/requests.ts";
import { type OperatorAccess, readOperatorAccess } from "../support/operators.ts";
import { formAction } from "./action.ts";
import type { FormAction, FormResult } from "./form.ts";
import { getUser, getView, type SignedInUser } from "./page.ts";

/**
 * Returns the operator who sent this request; every page and action of the support desk calls it. Other users, and
 * operators within a view, get a 404. A session without a second step is redirected to the page that requires it.
 */
export async function requireOperator(): Promise<SignedInUser> {
  const { user, access } = await requireMarked();
  if (access !== "operator") redirect("/operator/second-step");
  // From here on the audit log records the operator as the actor.
  noteRequest({ actor: { type: "operator", id: user.id, name: user.email } });
  return user;
}

/** The same without the second step, for the page that requires it. Cached for a page and its title. */
export const requireMarked = cache(async (): Promise<{ user: SignedInUser; access: OperatorAccess }> => {
  const user = await getUser();
  if (!user || (await getView())) notFound();
  const access = await readOperatorAccess(user.id, user.sessionId);
  return access === "stranger" ? notFound() : { user, access };
});

/** A server action of the support desk. */
export function operatorAction<Schema extends z.ZodType, Data = undefined>(
  schema: Schema,
  perform: (input: z.output<Schema>, operator: SignedInUser) => Promise<FormResult<Data> | undefined>,
): FormAction<Data> {
  return async (state, form) => {
    noteRequest({ hasUnreadForm: false });
    // Before the form is validated, so that its errors reveal nothing.
    const operator = await requireOperator();
    return await formAction(schema, (input: z.output<Schema>) => perform(input, operator))(state, form);
  };
}
