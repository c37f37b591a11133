"use client";

import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { ApiProblem } from "#lib/contract/client.ts";
import { buttonClass } from "../ui/button.tsx";
import { Spinner } from "../ui/progress.tsx";
import { ChoiceBar } from "./choice-bar.tsx";
import { Details, type Names } from "./details.tsx";
import { type Filter, type GenerationPage, queryOf } from "./model.ts";
import { Tile } from "./tile.tsx";
import { useEntries } from "./use-entries.ts";

interface GalleryProps {
  first: GenerationPage;
  filter: Filter;
  names: Names;
}

const eagerTiles = 8;

/** The grid of everything made. Choosing and downloading is a plain form; the rest needs scripts. */
export function Gallery({ first, filter, names }: GalleryProps) {
  const { entries, cursor, state, loadMore, remove } = useEntries(first, filter);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shownId, setShownId] = useState<string | null>(null);
  const shownAt = entries.findIndex(({ id }) => id === shownId);
  const picked = entries.filter(({ id }) => chosen.has(id));

  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const removeAll = async (ids: readonly string[]) => {
    const after = entries[shownAt + 1] ?? entries[shownAt - 1];
    try {
      const count = await remove(ids);
      toast.success(count === 1 ? "Deleted" : `Deleted ${count}`);
      setShownId(shownId === null ? null : (after?.id ?? null));
    } catch (error) {
      toast.error(error instanceof ApiProblem ? error.message : "There is no connection to the service.");
    }
    setChosen(new Set());
  };
  const neighbor = (step: number) => {
    const entry = shownAt < 0 ? undefined : entries[shownAt + step];
    return entry ? () => setShownId(entry.id) : undefined;
  };

  return (
    <form method="post" action="/gallery/download">
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-4 xl:grid-cols-5">
        {entries.map((entry, index) => (
          <Tile
            key={entry.id}
            entry={entry}
            chosen={chosen.has(entry.id)}
            eager={index < eagerTiles}
            onChoose={(isChosen) => choose(entry.id, isChosen)}
            onShow={() => setShownId(entry.id)}
          />
        ))}
      </ul>
      {cursor !== null && (
        <More href={`/gallery?${queryOf(filter, cursor)}`} state={state} onWanted={loadMore} />
      )}
      <ChoiceBar
        count={picked.length}
        pictures={picked.filter(({ result_url: url }) => url !== null).length}
        chosen={picked}
        onClear={() => setChosen(new Set())}
        onDelete={() => removeAll(picked.map(({ id }) => id))}
      />
      <Details
        entry={entries[shownAt] ?? null}
        names={names}
        onClose={() => setShownId(null)}
        onPrevious={neighbor(-1)}
        onNext={neighbor(1)}
        onDelete={(id) => removeAll([id])}
      />
    </form>
  );
}

interface MoreProps {
  href: string;
  state: "idle" | "loading" | "failed";
  onWanted: () => Promise<void>;
}

/** Loads the next page when it comes near; a link to it where scripts do not run. */
function More({ href, state, onWanted }: MoreProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!link.current || state !== "idle") return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && void onWanted(), {
      rootMargin: "600px",
    });
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [onWanted, state]);
  return (
    <div className="mt-8 flex flex-col items-center gap-2">
      {state === "failed" && (
        <p role="alert" className="text-danger-ink text-sm">
          The next photos could not be loaded.
        </p>
      )}
      <a
        ref={link}
        href={href}
        className={buttonClass({ variant: "secondary" })}
        aria-busy={state === "loading"}
        onClick={(event) => {
          event.preventDefault();
          void onWanted();
        }}
      >
        {state === "loading" && <Spinner />}
        {state === "failed" ? "Try again" : "Show more"}
      </a>
    </div>
  );
}
