"use client";

import { Brush, Check, RotateCcw, WandSparkles } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState, useTransition } from "react";
import { toast } from "sonner";
import { callApi } from "#lib/contract/client.ts";
import { asksForLook } from "#lib/contract/photos/notes.ts";
import { maxSeed, type Review, stances } from "#lib/contract/photos/values.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { isUpload, useCorrectPath } from "../cutouts/correct-link.tsx";
import { NoteBoxes } from "../gallery/note-boxes.tsx";
import { describeNotes } from "../gallery/words.ts";
import { useLanguage, useTranslate } from "../language/language.tsx";
import { readAll, tryAction } from "../photos/actions.ts";
import { type Change, toAgainRequest } from "../photos/again.ts";
import { describeFailure, type Entry, nameOf } from "../photos/model.ts";
import { stanceName } from "../photos/names.ts";
import { createKeys, estimateOrder, orderOnlyItem } from "../photos/order-request.ts";
import { BusyButton, Button, DownloadLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { creditsText } from "../ui/format.ts";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../ui/menu.tsx";
import { Picture } from "../ui/picture.tsx";
import { Spinner } from "../ui/progress.tsx";
import type { Item, Order } from "./model.ts";

const largestPage = 100;

async function setReview(ids: readonly string[], review: Review): Promise<void> {
  await callApi("POST /api/v1/generations/review", { input: { ids: [...ids], review } });
}

/** The photos of a finished order that are not reviewed yet: suspect ones one by one, the rest at once. */
export function ReviewQueue({ order }: { order: Pick<Order, "id"> }) {
  const language = useLanguage();
  const { t } = language;
  const [items, setItems] = useState<readonly Item[] | null>(null);
  const [hasReviewed, setHasReviewed] = useState(false);
  const [busy, start] = useTransition();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const params = { id: order.id };
    const input = { limit: largestPage, status: "succeeded", review: "none" } as const;
    readAll((cursor) =>
      callApi("GET /api/v1/batches/{id}/items", { params, input: { ...input, cursor }, signal }),
    ).then(setItems, () => undefined);
    return () => closing.abort();
  }, [order.id]);
  if (!items || (items.length === 0 && !hasReviewed)) return null;
  const suspects = items.filter(({ notes }) => notes.some(asksForLook));
  const others = items.filter((item) => !suspects.includes(item));
  const done = (ids: readonly string[]) => {
    const index = suspects.findIndex(({ id }) => ids.includes(id));
    const next = suspects.filter(({ id }) => !ids.includes(id))[Math.max(index, 0)];
    setHasReviewed(true);
    setItems(items.filter(({ id }) => !ids.includes(id)));
    if (next) list.current?.querySelector<HTMLElement>(`[data-review="${next.id}"]`)?.focus();
  };
  const approveOthers = () =>
    start(async () => {
      const ids = others.map(({ id }) => id);
      if (await tryAction(() => setReview(ids, "approved"), language)) done(ids);
    });
  return (
    <section aria-labelledby="review" className="mb-8">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="review" className="font-semibold text-lg tracking-tight">
          {suspects.length > 0
            ? t("Check {count, plural, one {this one} other {these #}}", { count: suspects.length })
            : t("Nothing looks wrong")}
        </h2>
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          {others.length > 0 && (
            <BusyButton variant="secondary" size="sm" busy={busy} icon={Check} onClick={approveOthers}>
              {suspects.length > 0
                ? t("Keep the other {count}", { count: others.length })
                : t("Keep all {count}", { count: others.length })}
            </BusyButton>
          )}
          <DownloadLink href={`/api/v1/batches/${order.id}/archive?names=product&review=approved`} size="sm">
            {t("Download approved")}
          </DownloadLink>
        </div>
      </div>
      {suspects.length > 0 && (
        <ul ref={list} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {suspects.map((item) => (
            <Suspect key={item.id} item={item} onDone={() => done([item.id])} />
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Distance between the seed of a photo and that of its remake. Takes of an order have consecutive seeds, so a remake
 * does not repeat one.
 */
const seedStep = 1_000;

type Remake = { is: "asked"; change: Change; credits: number } | { is: "made"; entry: Entry };

/** One photo to keep, fix or remake; the keys K, F and M do so while it has the focus. */
function Suspect({ item, onDone }: { item: Item; onDone: () => void }) {
  const language = useLanguage();
  const { t } = language;
  const [remake, setRemake] = useState<Remake | null>(null);
  const [doing, setDoing] = useState<"approve" | "make" | null>(null);
  const [keyOf] = useState(createKeys);
  const left = useRef<AbortController>(null);
  useEffect(() => {
    const closing = new AbortController();
    left.current = closing;
    return () => closing.abort();
  }, []);
  const shown = remake?.is === "made" ? remake.entry : item;
  const name = nameOf(item) ?? t("Photo");
  const act = async (what: "approve" | "make", action: () => Promise<void>) => {
    if (doing !== null) return;
    setDoing(what);
    await tryAction(action, language);
    setDoing(null);
  };
  const approve = () =>
    act("approve", async () => {
      await setReview([shown.id], "approved");
      if (shown !== item) await setReview([item.id], "rejected");
      onDone();
    });
  const make = (change: Change, { paysCredits = 0 } = {}) =>
    act("make", async () => {
      const order = { ...toAgainRequest([item], change), max_credits: paysCredits };
      const { credits } = await estimateOrder(order.items);
      if (credits > paysCredits) return setRemake({ is: "asked", change, credits });
      const signal = left.current?.signal ?? new AbortController().signal;
      const entry = await orderOnlyItem(order, keyOf, signal);
      if (entry.status === "succeeded") setRemake({ is: "made", entry });
      else toast.error(describeFailure(entry, language));
    });
  const again = () => make({ seed: ((shown.seed ?? 0) + seedStep) % (maxSeed + 1) });
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { currentTarget, key, target } = event;
    // Key events of the menu, which is rendered in a portal, bubble here through React.
    if (!(target instanceof Node && currentTarget.contains(target))) return;
    if (key === "k") void approve();
    else if (key === "m") void again();
    else if (key === "f") currentTarget.querySelector<HTMLElement>("[data-fix]")?.click();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys act on the photo that has the focus
    <li tabIndex={0} data-review={item.id} aria-label={name} onKeyDown={press} className="rounded-lg">
      <Card className="flex h-full flex-col overflow-hidden">
        <div className="relative grid aspect-4/3 place-items-center bg-sunken">
          {shown.result_url && (
            <div className="relative h-full">
              <Picture
                src={resizedUrl(shown.result_url, "details")}
                alt=""
                className="h-full object-contain"
              />
              <NoteBoxes entry={shown} />
            </div>
          )}
          {doing === "make" && (
            <p role="status" className="absolute inset-0 grid place-content-center bg-surface/80 text-sm">
              <Spinner className="mx-auto mb-2" /> {t("Being made")}
            </p>
          )}
        </div>
        <div className="flex flex-1 flex-col gap-2 p-4">
          <p className="truncate font-medium text-sm">{name}</p>
          <p className="flex-1 text-muted text-sm">
            {shown === item || shown.notes.length > 0
              ? describeNotes(shown.notes, t).join(" ")
              : t("Made again")}
          </p>
          {remake?.is === "asked" ? (
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <Button size="sm" onClick={() => void make(remake.change, { paysCredits: remake.credits })}>
                <WandSparkles aria-hidden /> {t("Make again")}
                <span className="figures font-normal">{creditsText(remake.credits, t)}</span>
              </Button>
              <Button variant="ghost" size="sm" onClick={() => setRemake(null)}>
                {t("Not now")}
              </Button>
            </div>
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                aria-keyshortcuts="K"
                aria-disabled={doing !== null}
                onClick={() => void approve()}
              >
                {doing === "approve" ? <Spinner /> : <Check aria-hidden />} {t("Keep")}
              </Button>
              <FixMenu item={item} onChange={(change) => void make(change)} />
              <Button
                variant="secondary"
                size="sm"
                aria-keyshortcuts="M"
                aria-disabled={doing !== null}
                onClick={() => void again()}
              >
                <RotateCcw aria-hidden /> {t("Make again")}
              </Button>
            </div>
          )}
        </div>
      </Card>
    </li>
  );
}

function FixMenu({ item, onChange }: { item: Item; onChange: (change: Change) => void }) {
  const t = useTranslate();
  const path = useCorrectPath(item.image_url);
  return (
    <Menu
      trigger={
        <Button variant="secondary" size="sm" aria-keyshortcuts="F" data-fix>
          <Brush aria-hidden /> {t("Fix")}
        </Button>
      }
    >
      {isUpload(item.image_url) && (
        <>
          <MenuItem asChild>
            <a href={path}>{t("Correct the cut-out")}</a>
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuLabel>{t("The product is")}</MenuLabel>
      {stances
        .filter((stance) => stance !== item.stance)
        .map((stance) => (
          <MenuItem key={stance} onSelect={() => onChange({ stance })}>
            {stanceName(stance, t)}
          </MenuItem>
        ))}
    </Menu>
  );
}
