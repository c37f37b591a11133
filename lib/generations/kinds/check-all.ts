import { ApiError, type ErrorIssue, invalidParams, issueOf } from "../../platform/errors.ts";
import { problemOf } from "../../platform/reasons.ts";

/** The issues of an invalid_params error, each with the path of its field. Rethrows all other errors. */
export function issuesOf(error: unknown): readonly ErrorIssue[] {
  if (!(error instanceof ApiError) || error.code !== "invalid_params") throw error;
  return error.issues ?? [issueOf("", problemOf(error))];
}

/** Runs all checks, one after another. Throws one ApiError invalid_params with the issues of all failed checks. */
export async function checkAll<Outcomes extends readonly unknown[]>(
  checks: { readonly [Place in keyof Outcomes]: () => Outcomes[Place] | Promise<Outcomes[Place]> },
): Promise<Outcomes> {
  const outcomes: unknown[] = [];
  const errors: unknown[] = [];
  for (const check of checks) {
    try {
      outcomes.push(await check());
    } catch (error) {
      issuesOf(error);
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw invalidParams(errors.flatMap(issuesOf).map(withItsField), errors[0]);
  return outcomes as unknown as Outcomes;
}

function withItsField(issue: ErrorIssue): ErrorIssue {
  return { ...issue, message: issue.path ? `${issue.path}: ${issue.message}` : issue.message };
}
