"use client";

import type { Translate } from "#lib/language/translate.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import type { Item, Order } from "../../orders/model.ts";
import { describeCutout } from "../../photos/model.ts";
import { describeFidelity, describeMode, modeTexts } from "../../photos/modes.ts";
import { sizeOf } from "../../photos/settings.ts";
import { shortTitle } from "../../photos/style-texts.ts";
import { creditsText } from "../../ui/format.ts";
import { itemKey, useShown } from "../shown.ts";
import { useStudio } from "../store.ts";
import { ItemActions } from "./actions.tsx";
import { ItemProgress } from "./progress.tsx";
import { Result, Unfinished } from "./result.tsx";
import { barClass, frameClass, SourceView } from "./source-view.tsx";

/** The large view of one picture or photo, with its actions. Its size is constant. */
export function Viewer() {
  const t = useTranslate();
  const shown = useShown();
  if (!shown) return null;
  return (
    <section
      aria-label={t("Viewer")}
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      {"source" in shown ? (
        <SourceView key={shown.source.id} source={shown.source} />
      ) : (
        <ItemView key={itemKey(shown.item)} {...shown} />
      )}
    </section>
  );
}

function ItemView({ item, order }: { item: Item; order: Order | null }) {
  const language = useLanguage();
  const { t } = language;
  const { models } = useStudio().modes;
  const { result_url: url } = item;
  return (
    <>
      <div className={frameClass}>{url ? <Result item={item} url={url} /> : <Unfinished item={item} />}</div>
      <div className={barClass}>
        {url ? (
          <>
            <p
              className="min-w-0 flex-1 text-muted text-sm"
              title={describeMode(item, models, t) ?? undefined}
            >
              <span className="font-medium text-ink">{shortTitle(item, language)}</span>
              <span className="figures block text-xs max-sm:hidden">{factsOf(item, t)}</span>
              {item.mode === "edit" && (
                <span className="block text-xs">{describeFidelity(item, models, t)}</span>
              )}
            </p>
            <ItemActions item={item} url={url} />
          </>
        ) : (
          order && <ItemProgress item={item} order={order} />
        )}
      </div>
    </>
  );
}

function factsOf(item: Item, t: Translate): string {
  const size = sizeOf(item);
  const what = describeCutout(item, t);
  return [
    ...(what ? [what] : []),
    ...(size ? [`${size.width} × ${size.height}`] : []),
    ...(item.mode && item.model ? [modeTexts(t)[item.mode].short] : []),
    creditsText(item.credits_used, t),
  ].join(" · ");
}
