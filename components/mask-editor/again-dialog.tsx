"use client";

import { WandSparkles } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState, useTransition } from "react";
import { toast } from "sonner";
import { resizedUrl } from "#lib/images/variants.ts";
import { useLanguage } from "../language/language.tsx";
import { tryAction } from "../photos/actions.ts";
import { type MadePhoto, orderAgain, toAgainRequest } from "../photos/again.ts";
import { createKeys, estimateOrder } from "../photos/order-request.ts";
import { generationTitle } from "../photos/style-texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { creditsText } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { Spinner } from "../ui/progress.tsx";

interface AgainDialogProps {
  /** With distinct requests. */
  photos: readonly MadePhoto[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What remaking the photos costs now; null until that is known. The first remakes of a photo are free. */
function usePrice(photos: readonly MadePhoto[]): number | null {
  const [known, setKnown] = useState<{ of: typeof photos; credits: number } | null>(null);
  useEffect(() => {
    if (photos.length === 0) return;
    const closing = new AbortController();
    estimateOrder(toAgainRequest(photos).items, closing.signal).then(
      ({ credits }) => setKnown({ of: photos, credits }),
      // The order says what is wrong.
      () => undefined,
    );
    return () => closing.abort();
  }, [photos]);
  return known?.of === photos ? known.credits : null;
}

/** Offers to repeat the photos of a picture after a correction of its cut-out. */
export function AgainDialog({ photos, open, onOpenChange }: AgainDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const router = useRouter();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, start] = useTransition();
  const chosen = useMemo(() => photos.filter(({ id }) => !left.has(id)), [photos, left]);
  const [keyOf] = useState(createKeys);
  const price = usePrice(open ? chosen : []);
  const order = () =>
    start(async () => {
      await tryAction(async () => {
        const id = await orderAgain(chosen, { keyOf, maxCredits: price ?? 0 });
        if (id === null) toast(t("These photos are being made already."));
        router.push(id === null ? "/photos/orders" : `/photos/orders/${id}`);
      }, language);
    });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      width="sm"
      title={t("Make the photos of this picture again?")}
      description={t(
        "The correction is saved. Photos made before stay as they are; the download of their order takes the new ones.",
      )}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="secondary">{t("Not now")}</Button>
          </DialogClose>
          <Button
            disabled={chosen.length === 0 || price === null}
            aria-busy={busy}
            aria-disabled={busy}
            onClick={() => !busy && order()}
          >
            {busy ? <Spinner /> : <WandSparkles aria-hidden />}
            {t("Make {count, plural, one {# photo} other {# photos}} again", { count: chosen.length })}
            {price !== null && (
              <span className="figures font-normal">{price === 0 ? t("free") : creditsText(price, t)}</span>
            )}
          </Button>
        </>
      }
    >
      <ul className="space-y-1">
        {photos.map((photo) => (
          <li key={photo.id}>
            <label className="flex items-center gap-3 rounded-md px-1 py-1.5 text-sm hover:bg-sunken">
              <input
                type="checkbox"
                checked={!left.has(photo.id)}
                onChange={({ currentTarget }) => {
                  const next = new Set(left);
                  if (currentTarget.checked) next.delete(photo.id);
                  else next.add(photo.id);
                  setLeft(next);
                }}
                className="size-4 accent-accent"
              />
              {photo.result_url && (
                <Picture
                  src={resizedUrl(photo.result_url, "blur")}
                  alt=""
                  className="size-11 rounded-md bg-sunken object-contain"
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{generationTitle(photo, t)}</span>
                <span className="block truncate text-muted text-xs">
                  {[photo.aspect_ratio, photo.resolution, photo.prompt].filter(Boolean).join(" · ")}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
