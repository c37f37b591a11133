import type { ReactNode } from "react";
import { resolutions, type Style } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import { usePhotoCost } from "../photos/prices.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { creditsText } from "../ui/format.ts";
import type { TryoutOutcome } from "./request-tryout.ts";

export type Refused = Extract<TryoutOutcome, { kind: "refused" }>;

interface MadeProps {
  t: Translate;
  style: Style;
  /** Credits of a new account; 0 without a trial. */
  trialCredits: number;
}

export function Made({ t, style, trialCredits }: MadeProps): ReactNode {
  const photoCost = usePhotoCost();
  const price = creditsText(photoCost(style, resolutions[0]), t);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-sm text-muted text-sm">
        {trialCredits > 0
          ? t(
              "An account begins with {count, number} free credits. {price} makes this photo without the watermark.",
              { count: trialCredits, price },
            )
          : t("With an account it comes without the watermark, up to 4096 pixels wide.")}
      </p>
      <ButtonLink href="/sign-up">{t("Get it without the watermark")}</ButtonLink>
    </div>
  );
}

/** Shows why the try-out made no photo, and what the visitor can do next. */
export function Refusal({ t, reason }: { t: Translate; reason: Refused["reason"] }): ReactNode {
  const texts = {
    picture: t("No product could be found in this picture, or it cannot be read. Try another one."),
    used_up: t("These were today's free photos for your network. An account begins with free credits."),
    busy: t("The studio is busy with orders right now. Please try again in a minute."),
    offline: t("The connection was lost. Please try again."),
  };
  const actions =
    reason === "used_up" ? (
      <ButtonLink href="/sign-up" size="sm">
        {t("Create an account")}
      </ButtonLink>
    ) : undefined;
  return (
    <Callout tone={reason === "picture" ? "warn" : "neutral"} actions={actions}>
      {texts[reason]}
    </Callout>
  );
}
