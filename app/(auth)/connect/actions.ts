"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { userAction } from "#lib/auth/action.ts";
import { callAuth, refusalOf } from "#lib/auth/request.ts";
import { because } from "#lib/platform/reasons.ts";

/** Allows or refuses what an app asked for, and sends the browser back to the app. */
export const answerApp = userAction(
  z.object({ query: z.string(), answer: z.enum(["allow", "refuse"]), password: z.string().optional() }),
  async ({ query, answer, password = "" }) => {
    const body = { accept: answer === "allow", oauth_query: query, password };
    const reply = await callAuth("/oauth2/consent", body, await headers());
    if (!reply.ok) return refusalOf(reply, { INVALID_PASSWORD: "password" });
    if (typeof reply.body.url !== "string") return { error: because("app_request_over") };
    redirect(reply.body.url);
  },
);
