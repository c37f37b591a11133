"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { resolutions } from "#lib/contract/photos/styles.ts";
import { useTranslate } from "../../language/language.tsx";
import { useRecentOrders } from "../../orders/recent.ts";
import { usePhotoCost } from "../../photos/prices.tsx";
import { consumeTryout, type Tryout } from "../../photos/stored-tryout.ts";
import { IconButton } from "../../ui/button.tsx";
import { creditsText } from "../../ui/format.ts";
import { Picture } from "../../ui/picture.tsx";
import { useStudio } from "../store.ts";

/** Restores the visitor's tryout after signing up: the next photo is the same without its watermark. */
export function TriedBefore() {
  const t = useTranslate();
  const studio = useStudio();
  const hasOrders = useRecentOrders().length > 0;
  const photoCost = usePhotoCost();
  const [tryout, setTryout] = useState<Tryout | null>(null);
  useEffect(() => {
    const tried = consumeTryout();
    if (!tried) return;
    studio.addFiles([tried.picture]);
    studio.set(tried.settings);
    setTryout(tried);
  }, [studio]);
  if (!tryout?.photo || hasOrders) return null;
  const credits = photoCost(tryout.style, resolutions[0]);
  return (
    <section
      aria-label={t("The photo that you tried")}
      className="mb-4 flex items-center gap-4 rounded-xl border border-line bg-surface p-2 shadow-card"
    >
      <Picture
        src={tryout.photo}
        alt={t("The photo that you tried, with its watermark")}
        width={1024}
        height={768}
        className="h-18 w-24 shrink-0 rounded-lg object-cover"
      />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{t("Picture and scene are as you tried them")}</p>
        <p className="mt-0.5 text-muted">
          {t("“Make the photo” makes it without the watermark, for {price}.", {
            price: creditsText(credits, t),
          })}
        </p>
      </div>
      <IconButton icon={X} size="icon-sm" label={t("Close")} onClick={() => setTryout(null)} />
    </section>
  );
}
