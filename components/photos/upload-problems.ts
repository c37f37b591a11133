import { listFormats } from "#lib/contract/images/formats.ts";
import { formatMegabytes, minInputSide } from "#lib/contract/images/limits.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import { type Reason, textOf } from "#lib/platform/reasons.ts";
import { describeServiceProblem, type ServiceProblem } from "../language/faults.ts";

/** Why a picture is missing. `connection` and `busy` are temporary: the upload continues by itself. */
export type SourceProblem =
  | { kind: "empty" | "not_a_picture" | "signed_out" | "no_plan" | "stopped" | "connection" | "busy" }
  | { kind: "too_large"; sizeBytes: number; limitBytes: number }
  | { kind: "too_small"; width: number; height: number }
  /** The image host's message about the picture. */
  | { kind: "unreadable"; message: string; reason: Reason | null }
  | { kind: "refused"; problem: ServiceProblem }
  /** The image host returned no usable reason. */
  | { kind: "failed"; status: number; reason: string | null };

type Kind = SourceProblem["kind"];

/** Whether the picture itself is unusable, so that a retry cannot help. */
export function isFinal({ kind }: SourceProblem): boolean {
  return ["empty", "not_a_picture", "too_large", "too_small", "unreadable"].includes(kind);
}

/** Describes the problem of one picture and its fix. */
export function describeProblem(problem: SourceProblem, language: Language): string {
  const { t, locale } = language;
  switch (problem.kind) {
    case "empty":
      return t("The file is empty.");
    case "not_a_picture":
      return t("Not a picture we can read. Use {formats}.", { formats: listFormats("disjunction", locale) });
    case "too_large":
      return t("{size} is too large; up to {limit} are accepted.", {
        size: formatMegabytes(problem.sizeBytes),
        limit: formatMegabytes(problem.limitBytes),
      });
    case "too_small":
      return t("{width} × {height} pixels are too few; at least {least} × {least} are needed.", {
        width: problem.width,
        height: problem.height,
        least: minInputSide,
      });
    case "signed_out":
      return t("You are signed out. Sign in again, then retry.");
    case "no_plan":
      return t("Uploading needs an active plan.");
    case "stopped":
      return t("Stopped.");
    case "connection":
      return t("The connection was lost.");
    case "busy":
      return t("The service is busy.");
    case "unreadable":
      return t("The picture cannot be read: {reason}", { reason: describeUnreadable(problem, language) });
    case "refused":
      return describeServiceProblem(problem.problem, language).message;
    case "failed":
      return problem.reason ?? t("The image host answered {status}.", { status: problem.status });
  }
}

function describeUnreadable(problem: { message: string; reason: Reason | null }, language: Language): string {
  const message = problem.reason ? textOf(problem.reason) : problem.message;
  return describeServiceProblem({ ...problem, code: "invalid_params", message, fix: undefined }, language)
    .message;
}

interface Clause {
  kinds: readonly Kind[];
  /** The first clause names the files; the clauses after it do not. */
  render: (t: Translate, count: number, isFirst: boolean) => string;
}

const clauses: readonly Clause[] = [
  {
    kinds: ["not_a_picture", "empty"],
    render: (t, count, isFirst) =>
      isFirst
        ? t("{count, plural, one {# file is not a picture} other {# files are not pictures}}", { count })
        : t("{count, plural, one {# is not a picture} other {# are not pictures}}", { count }),
  },
  {
    kinds: ["too_large"],
    render: (t, count, isFirst) =>
      isFirst
        ? t("{count, plural, one {# file is too large} other {# files are too large}}", { count })
        : t("{count, plural, one {# is too large} other {# are too large}}", { count }),
  },
  {
    kinds: ["too_small"],
    render: (t, count, isFirst) =>
      isFirst
        ? t("{count, plural, one {# file is too small} other {# files are too small}}", { count })
        : t("{count, plural, one {# is too small} other {# are too small}}", { count }),
  },
  {
    kinds: ["unreadable"],
    render: (t, count, isFirst) =>
      isFirst
        ? t("{count, plural, one {# file cannot be read} other {# files cannot be read}}", { count })
        : t("{count, plural, one {# cannot be read} other {# cannot be read}}", { count }),
  },
  {
    kinds: ["signed_out", "no_plan", "stopped", "refused", "failed", "connection", "busy"],
    render: (t, count, isFirst) =>
      isFirst
        ? t("{count, plural, one {# file was not sent} other {# files were not sent}}", { count })
        : t("{count, plural, one {# was not sent} other {# were not sent}}", { count }),
  },
];

/** Summarizes problems in one sentence: `3 files are not pictures, 5 are too large.` */
export function summarizeProblems(problems: readonly SourceProblem[], { t, locale }: Language): string {
  const parts: string[] = [];
  for (const { kinds, render } of clauses) {
    const count = problems.filter(({ kind }) => kinds.includes(kind)).length;
    if (count > 0) parts.push(render(t, count, parts.length === 0));
  }
  return `${new Intl.ListFormat(locale, { type: "unit" }).format(parts)}.`;
}
