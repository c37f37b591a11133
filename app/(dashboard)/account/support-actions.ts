"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { userAction } from "#lib/auth/action.ts";
import { findOwnerProblem } from "#lib/auth/passwords.ts";
import { refusalAt } from "#lib/auth/request.ts";
import { acceptLink, endLink } from "#lib/support/links.ts";

const id = z.string().max(100);

/** Lets an operator view the account. The password is required, so that a stolen session cannot accept. */
export const acceptSupport = userAction(
  z.object({ id, password: z.string().max(200).optional() }),
  async (input, user) => {
    const problem = await findOwnerProblem(user, input.password);
    if (problem) return refusalAt(problem);
    await acceptLink(input.id, user.id);
    revalidatePath("/", "layout");
    return undefined;
  },
);

/** Declines a request, or ends an accepted one. */
export const endSupport = userAction(z.object({ id }), async (input, user) => {
  await endLink(input.id, user.id);
  revalidatePath("/", "layout");
  return undefined;
});
