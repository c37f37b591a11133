import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { z } from "zod";
import { noteRequest } from "../platform/requests.ts";
import { readStanding, type Standing } from "../support/operators.ts";
import { formAction } from "./action.ts";
import type { FormAction, FormResult } from "./form.ts";
import { getUser, getView, type SignedInUser } from "./page.ts";

/**
 * The operator who sends this request; every page and action of the support desk calls it. Anybody else gets a 404, and
 * so does an operator within a view. An operator whose session began without a second step is redirected to the page
 * that asks for one.
 */
export async function requireOperator(): Promise<SignedInUser> {
  const { user, standing } = await requireMarked();
  if (standing !== "operator") redirect("/operator/second-step");
  // What is done from here on is in the audit log as the operator's.
  noteRequest({ actor: { type: "operator", id: user.id, name: user.email } });
  return user;
}

/** The same without the second step: for the page that asks for it. Asked once for a page and its title. */
export const requireMarked = cache(async (): Promise<{ user: SignedInUser; standing: Standing }> => {
  const user = await getUser();
  if (!user || (await getView())) notFound();
  const standing = await readStanding(user.id, user.sessionId);
  return standing === "stranger" ? notFound() : { user, standing };
});

/** A server action of the support desk. */
export function operatorAction<Schema extends z.ZodType, Data = undefined>(
  schema: Schema,
  perform: (input: z.output<Schema>, operator: SignedInUser) => Promise<FormResult<Data> | undefined>,
): FormAction<Data> {
  return async (state, form) => {
    // Before anything is said of the form.
    const operator = await requireOperator();
    return await formAction(schema, (input: z.output<Schema>) => perform(input, operator))(state, form);
  };
}
