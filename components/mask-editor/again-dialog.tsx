"use client";

import { WandSparkles } from "lucide-react";
import { useMemo, useState, useTransition } from "react";
import { resizedUrl } from "#lib/images/variants.ts";
import { useLanguage } from "../language/language.tsx";
import type { MadePhoto } from "../photos/again.ts";
import { generationTitle } from "../photos/style-texts.ts";
import { BusyButton, Button } from "../ui/button.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { creditsText } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { useOrderAgain, usePrice } from "./use-again.ts";

interface AgainDialogProps {
  /** Photos with distinct requests. */
  photos: readonly MadePhoto[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AgainDialog({ photos, open, onOpenChange }: AgainDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const orderAgain = useOrderAgain();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, start] = useTransition();
  const chosen = useMemo(() => photos.filter(({ id }) => !left.has(id)), [photos, left]);
  const price = usePrice(open ? chosen : []);
  const order = () => start(async () => void (await orderAgain(chosen, price ?? 0)));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      width="sm"
      title={t("Make the photos of this picture again?")}
      description={t(
        "The correction is saved. Earlier photos stay as they are; the download of their order contains the new ones.",
      )}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="secondary">{t("Not now")}</Button>
          </DialogClose>
          <BusyButton
            busy={busy}
            icon={WandSparkles}
            disabled={chosen.length === 0 || price === null}
            onClick={order}
          >
            {t("Make {count, plural, one {# photo} other {# photos}} again", { count: chosen.length })}
            {price !== null && (
              <span className="figures font-normal">{price === 0 ? t("free") : creditsText(price, t)}</span>
            )}
          </BusyButton>
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
                <span className="block font-medium">{generationTitle(photo, language)}</span>
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
