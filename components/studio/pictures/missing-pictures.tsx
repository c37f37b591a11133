"use client";

import { RotateCcw, WifiOff, X } from "lucide-react";
import { useId, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import {
  describeProblem,
  isFinal,
  type SourceProblem,
  summarizeProblems,
} from "../../photos/upload-problems.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import type { Source } from "../state.ts";
import { useStudio, useStudioState } from "../store.ts";

/** One line each for failed pictures and for pictures that wait for the connection. */
export function MissingPictures() {
  const t = useTranslate();
  const failed = useStudioState(
    useShallow(({ sources }) => sources.filter((source) => source.state === "failed")),
  );
  const paused = useStudioState(
    ({ sources }) => sources.filter(({ state, problem }) => state === "waiting" && problem !== null).length,
  );
  if (failed.length === 0 && paused === 0) return null;
  return (
    <section aria-label={t("Missing pictures")} className="mb-4 space-y-2">
      {paused > 0 && <PausedLine count={paused} />}
      {failed.length > 0 && <FailedLine failed={failed} />}
    </section>
  );
}

/** Number of failed pictures that are listed without expanding the list. */
const listedAtOnce = 3;

const lineClass = "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken py-2 pr-2 pl-3.5 text-sm";

function PausedLine({ count }: { count: number }) {
  const t = useTranslate();
  const studio = useStudio();
  return (
    <div className={lineClass}>
      <WifiOff aria-hidden className="size-4 shrink-0 text-muted" />
      <p role="status" className="min-w-0 flex-1 basis-48">
        {t(
          "The connection was lost. {count, plural, one {# upload continues} other {# uploads continue}} automatically once it is back.",
          { count },
        )}
      </p>
      <Button variant="secondary" size="sm" onClick={studio.retryUploads}>
        <RotateCcw aria-hidden /> {t("Retry")}
      </Button>
    </div>
  );
}

function FailedLine({ failed }: { failed: readonly Source[] }) {
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const [asked, setAsked] = useState<boolean | null>(null);
  const open = asked ?? failed.length <= listedAtOnce;
  const listId = useId();
  const problems = failed.flatMap(({ problem }) => (problem ? [problem] : []));
  const [first] = failed;
  const isOne = failed.length === 1 && first?.problem;
  const mayHelp = problems.some((problem) => !isFinal(problem));
  return (
    <div className="rounded-lg bg-sunken">
      <div className={lineClass}>
        <p role="status" className="min-w-0 flex-1 basis-48">
          {isOne ? (
            <ProblemText name={first.name} problem={isOne} />
          ) : (
            <>
              {summarizeProblems(problems, language)}{" "}
              <button
                type="button"
                aria-expanded={open}
                aria-controls={listId}
                onClick={() => setAsked(!open)}
                className="font-medium text-accent-ink underline underline-offset-2"
              >
                {open ? t("Hide") : t("Which?")}
              </button>
            </>
          )}
        </p>
        {mayHelp && (
          <Button variant="secondary" size="sm" onClick={studio.retryUploads}>
            <RotateCcw aria-hidden /> {t("Retry")}
          </Button>
        )}
        <IconButton
          icon={X}
          size="icon-sm"
          label={isOne ? t("Dismiss {name}", { name: first.name }) : t("Dismiss")}
          onClick={studio.dismissFailed}
        />
      </div>
      {failed.length > 1 && (
        <div id={listId} hidden={!open}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul tabIndex={0} className="max-h-60 space-y-1 overflow-y-auto px-3.5 pb-3 text-sm">
            {failed.map(({ id, name, problem }) => (
              <li key={id}>{problem && <ProblemText name={name} problem={problem} />}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function ProblemText({ name, problem }: { name: string; problem: SourceProblem }) {
  const language = useLanguage();
  return (
    <>
      <b className="break-all font-medium">{name}</b> — {describeProblem(problem, language)}
    </>
  );
}
