"use client";

import { RotateCcw, X } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useStudio } from "./use-studio.ts";

/** The pictures that could not be taken, each with the reason and the way on. */
export function FailedPictures() {
  const { studio, state } = useStudio();
  const failed = state.sources.filter((source) => source.state === "failed");
  if (failed.length === 0) return null;
  return (
    <ul className="mb-4 space-y-2">
      {failed.map((source) => (
        <li
          key={source.id}
          className="flex items-center gap-3 rounded-lg bg-danger-soft py-2 pr-2 pl-3.5 text-danger-ink text-sm"
        >
          <p role="alert" className="min-w-0 flex-1">
            <b className="break-all font-medium">{source.name}</b> — {source.problem}
          </p>
          {!source.hopeless && (
            <Button variant="secondary" size="sm" onClick={() => studio.retryUpload(source.id)}>
              <RotateCcw aria-hidden /> Retry
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Dismiss ${source.name}`}
            onClick={() => studio.remove(source.id)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}
