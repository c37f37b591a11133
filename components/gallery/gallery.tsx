"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { maxChosenResults } from "#lib/contract/limits.ts";
import { useLanguage, useTranslate } from "../language/language.tsx";
import { handOver } from "../photos/handover.ts";
import { type Entry, productOfEntry } from "../photos/model.ts";
import { tryCall } from "../shell/faults.tsx";
import { buttonClass } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { Spinner } from "../ui/progress.tsx";
import { ChoiceBar } from "./choice-bar.tsx";
import { Compare } from "./compare.tsx";
import { Details } from "./details.tsx";
import type { Names } from "./facts.tsx";
import {
  type Arrangement,
  type Calendar,
  type Filter,
  groupByDay,
  groupByLook,
  type LookGroup,
  mapEntries,
  type Pages,
  queryOf,
  titleOfDay,
} from "./model.ts";
import { ProductHeader } from "./product-header.tsx";
import { Tile } from "./tile.tsx";
import { useChoice } from "./use-choice.ts";
import { useDeletion } from "./use-deletion.ts";
import { readMatching, useEntries } from "./use-entries.ts";
import { describeWork } from "./words.ts";

interface GalleryProps {
  first: Pages;
  filter: Filter;
  view: Arrangement;
  calendar: Calendar;
  names: Names;
}

const eagerTiles = 8;
const gridClass = "grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-4 xl:grid-cols-5";

/** The grid of all entries. Selection and download are a plain form; everything else requires scripts. */
export function Gallery({ first, filter, view, calendar, names }: GalleryProps) {
  const language = useLanguage();
  const { t, locale } = language;
  const router = useRouter();
  const { pages, state, loadMore, change } = useEntries(first, { filter, arrangement: view, calendar });
  const { hidden, canUndo, remove, undo } = useDeletion((ids) => {
    change((entry) => (ids.has(entry.id) ? null : entry));
    router.refresh();
  });
  const { groups, cursor } = mapEntries(pages, (entry) => (hidden.has(entry.id) ? null : entry));
  const entries = groups.flatMap((group) => group.entries);
  const { chosen, choose, ...choice } = useChoice(entries);
  const [isAllChosen, setAllChosen] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const [shownId, setShownId] = useState<string | null>(null);
  const shownAt = entries.findIndex(({ id }) => id === shownId);
  const picked = [...chosen.values()];
  const pictures = picked.filter(({ result_url: url }) => url !== null);
  const unseen = picked.filter(({ id }) => !entries.some((entry) => entry.id === id));

  const clear = () => {
    choice.clear();
    setAllChosen(false);
  };
  const chooseMatching = (only: Filter) =>
    tryCall(
      async () => {
        const { entries: matching, isAll } = await readMatching(only, calendar);
        choice.add(matching.filter(({ id }) => !hidden.has(id)));
        if (isAll) return;
        toast(t("The newest {count} are chosen", { count: maxChosenResults.toLocaleString(locale) }), {
          description: t("You cannot choose more at a time."),
        });
      },
      language,
      t("There is no connection to the service."),
    );
  const removeChosen = () => {
    remove(picked.map(({ id }) => id));
    clear();
  };
  const removeShown = (id: string) => {
    const after = entries[shownAt + 1] ?? entries[shownAt - 1];
    setShownId(after?.id ?? null);
    choice.remove(entries.filter((entry) => entry.id === id));
    remove([id]);
  };
  const neighbor = (step: 1 | -1) => {
    const entry = shownAt < 0 ? undefined : entries[shownAt + step];
    if (entry) return () => setShownId(entry.id);
    const isLast = step === 1 && shownAt === entries.length - 1;
    return isLast && cursor !== null ? () => void showNextPage() : undefined;
  };
  const showNextPage = async () => {
    const loaded = (await loadMore())?.groups.flatMap((group) => group.entries) ?? [];
    const at = loaded.findIndex(({ id }) => id === shownId);
    const next = loaded.slice(at + 1).find(({ id }) => !hidden.has(id));
    if (at >= 0 && next) setShownId(next.id);
  };
  const runAgain = () => {
    handOver(picked);
    router.push("/studio");
  };
  const tileOf = (entry: Entry, withDate = true) => (
    <Tile
      key={entry.id}
      entry={entry}
      chosen={chosen.has(entry.id)}
      eager={entries.indexOf(entry) < eagerTiles}
      withDate={withDate}
      onChoose={(click) => {
        choose(entry.id, click);
        setAllChosen(false);
      }}
      onShow={() => setShownId(entry.id)}
    />
  );

  return (
    <form method="post" action="/photos/download">
      {groups.map((group) => (
        <section key={group.product ?? ""} className="mb-9 last-of-type:mb-0">
          {group.product !== null && (
            <ProductHeader
              group={group}
              filter={filter}
              isChosen={group.entries.every(({ id }) => chosen.has(id))}
              onChoose={async (isChosen) => {
                const product = group.product ?? undefined;
                setAllChosen(false);
                if (isChosen) await chooseMatching({ ...filter, product });
                else choice.remove(picked.filter((entry) => productOfEntry(entry) === group.product));
              }}
            />
          )}
          {group.product !== null ? (
            <ul className={gridClass}>{group.entries.map((entry) => tileOf(entry))}</ul>
          ) : filter.product ? (
            groupByLook(group.entries, (entry) => describeWork(entry, language)).map((look) => (
              <Look key={look.title} look={look} tileOf={tileOf} />
            ))
          ) : (
            groupByDay(group.entries, calendar.timeZone).map(({ day, entries: ofDay }) => (
              <section key={day} className="mb-8 last:mb-0">
                <h2 className="mb-3 font-medium text-sm">{titleOfDay(day, calendar.today, language)}</h2>
                <ul className={gridClass}>{ofDay.map((entry) => tileOf(entry, false))}</ul>
              </section>
            ))
          )}
        </section>
      ))}
      {unseen.map(({ id }) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      {cursor !== null && (
        <More href={`/photos?${queryOf({ ...filter, cursor, view })}`} state={state} onVisible={loadMore} />
      )}
      <ChoiceBar
        count={picked.length}
        pictures={pictures.length}
        chosen={picked}
        onChooseAll={isAllChosen ? undefined : async () => setAllChosen(await chooseMatching(filter))}
        onCompare={() => setComparing(true)}
        onRunAgain={runAgain}
        onDelete={removeChosen}
        onClear={clear}
      />
      <Compare entries={pictures} open={isComparing} onClose={() => setComparing(false)} />
      <Details
        entry={entries[shownAt] ?? null}
        names={names}
        onChange={(changed) => change((entry) => (entry.id === changed.id ? changed : entry))}
        onClose={() => setShownId(null)}
        onPrevious={neighbor(-1)}
        onNext={neighbor(1)}
        onDelete={removeShown}
        onUndo={canUndo ? undo : undefined}
      />
    </form>
  );
}

interface LookProps {
  look: LookGroup;
  tileOf: (entry: Entry) => ReactNode;
}

/** A product's photos in one scene or style; earlier versions are folded under the newest ones. */
function Look({ look: { title, current, replaced }, tileOf }: LookProps) {
  const t = useTranslate();
  return (
    <section className="mb-8 last:mb-0">
      <h2 className="mb-3 font-medium text-sm">{title}</h2>
      {current.length > 0 && <ul className={gridClass}>{current.map((entry) => tileOf(entry))}</ul>}
      {replaced.length > 0 && (
        <details className="mt-4">
          <summary className="w-fit cursor-pointer rounded-sm text-muted text-sm">
            {t("{count, plural, one {# earlier version} other {# earlier versions}}", {
              count: replaced.length,
            })}
          </summary>
          <ul className={cn(gridClass, "mt-3")}>{replaced.map((entry) => tileOf(entry))}</ul>
        </details>
      )}
    </section>
  );
}

interface MoreProps {
  href: string;
  state: "idle" | "loading" | "failed";
  onVisible: () => Promise<unknown>;
}

/** Loads the next page when scrolled near; without scripts it is a plain link. */
function More({ href, state, onVisible }: MoreProps) {
  const t = useTranslate();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!link.current || state !== "idle") return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && void onVisible(), {
      rootMargin: "600px",
    });
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [onVisible, state]);
  return (
    <div className="mt-8 flex flex-col items-center gap-2">
      {state === "failed" && (
        <p role="alert" className="text-danger-ink text-sm">
          {t("The next photos could not be loaded.")}
        </p>
      )}
      <a
        ref={link}
        href={href}
        className={buttonClass({ variant: "secondary" })}
        aria-busy={state === "loading"}
        onClick={(event) => {
          event.preventDefault();
          void onVisible();
        }}
      >
        {state === "loading" && <Spinner />}
        {state === "failed" ? t("Try again") : t("Show more")}
      </a>
    </div>
  );
}
