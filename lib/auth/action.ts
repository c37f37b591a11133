import { parseSetCookieHeader, toCookieOptions } from "better-auth/cookies";
import { cookies, headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { describeReason } from "../language/reasons.ts";
import { ApiError } from "../platform/errors.ts";
import { describeIssue } from "../platform/issue-words.ts";
import { log } from "../platform/log.ts";
import { because, problemOf, type Reason, reasonKey, reasonOf } from "../platform/reasons.ts";
import { noteRequest } from "../platform/requests.ts";
import type { FormAction, FormResult, FormState } from "./form.ts";
import { localeOf } from "./locale.ts";
import { getUser, getView, type SignedInUser } from "./page.ts";
import { type AuthAnswer, callAuth } from "./request.ts";

/** Server action of a public form. Redirects pass through; the message of an ApiError is shown. */
export function formAction<Schema extends z.ZodType, Data = undefined>(
  schema: Schema,
  perform: (input: z.output<Schema>) => Promise<FormResult<Data> | undefined>,
): FormAction<Data> {
  return async (_state, form) => {
    noteRequest({ hasUnreadForm: false });
    return translateResult(await run(schema, form instanceof FormData ? form : new FormData(), perform));
  };
}

/** The same for signed-in users: `perform` receives the user. An operator within a view may not change anything. */
export function userAction<Schema extends z.ZodType, Data = undefined>(
  schema: Schema,
  perform: (input: z.output<Schema>, user: SignedInUser) => Promise<FormResult<Data> | undefined>,
): FormAction<Data> {
  return formAction(schema, async (input) => {
    const user = await getUser();
    if (!user) return { error: because("signed_out") };
    if (await getView()) return { error: because("view_read_only") };
    return perform(input, user);
  });
}

async function translateResult<Data>(result: FormResult<Data>): Promise<FormState<Data>> {
  const locale = localeOf(await headers());
  const { error, fieldErrors, ...rest } = result;
  const described = Object.entries(fieldErrors ?? {}).map(([name, problem]) => [
    name,
    describeReason(problem, locale),
  ]);
  return {
    ...rest,
    ...(error && { error: describeReason(error, locale) }),
    ...(fieldErrors && { fieldErrors: Object.fromEntries(described) }),
  };
}

async function run<Schema extends z.ZodType, Data>(
  schema: Schema,
  form: FormData,
  perform: (input: z.output<Schema>) => Promise<FormResult<Data> | undefined>,
): Promise<FormResult<Data>> {
  const fields = [...form].filter(([name, value]) => typeof value === "string" && !name.startsWith("$"));
  const given = Object.fromEntries(fields) as Record<string, string>;
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !/password/i.test(name)));
  const parsed = schema.safeParse(given, { error: reasonOfIssue });
  if (!parsed.success) {
    const fieldErrors: Record<string, Reason | string> = {};
    for (const issue of parsed.error.issues)
      fieldErrors[String(issue.path[0] ?? "")] ??= problemOfIssue(issue);
    return { fieldErrors, values };
  }
  try {
    return { values, ...(await perform(parsed.data)) };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof ApiError) return { error: problemOf(error), values };
    log.error({ err: error }, "a server action failed");
    return { error: because("form_broken"), values };
  }
}

type RawIssue = Parameters<typeof describeIssue>[0];

/** The problem of a field whose schema has no message of its own: a reason key, or a sentence. */
function reasonOfIssue(issue: RawIssue): string {
  if (issue.input === undefined || issue.input === null) return reasonKey("field_required");
  if (issue.code === "too_big" && issue.origin === "string") return reasonKey("field_too_long");
  if (issue.code === "too_small" && issue.origin === "string") {
    return reasonKey(issue.minimum === 1 ? "field_empty" : "field_too_short");
  }
  return `This ${describeIssue(issue)}.`;
}

function problemOfIssue(issue: z.core.$ZodIssue): Reason | string {
  const limit = issue.code === "too_big" ? issue.maximum : issue.code === "too_small" && issue.minimum;
  const values = limit === false ? {} : { count: Number(limit).toLocaleString("en") };
  return reasonOf({ reason: issue.message, values }) ?? issue.message;
}

/** Calls the auth handler on behalf of the visitor and passes its cookies to the browser. */
export async function callAuthForPage(path: string, body: Record<string, unknown>): Promise<AuthAnswer> {
  noteRequest({ hasUnreadForm: false });
  const answer = await callAuth(path, body, await headers());
  if (!answer.ok) return answer;
  const jar = await cookies();
  for (const [name, cookie] of answer.setCookies.flatMap((line) => [...parseSetCookieHeader(line)])) {
    jar.set(name, cookie.value, toCookieOptions(cookie));
  }
  return answer;
}
