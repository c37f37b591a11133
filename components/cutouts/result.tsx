"use client";

import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiProblem } from "#lib/contract/client.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { describeFault } from "../language/faults.ts";
import { useLanguage, useTranslate } from "../language/language.tsx";
import { reactionTo } from "../language/reactions.ts";
import { DownloadMenu } from "../photos/download.tsx";
import type { Entry } from "../photos/model.ts";
import { waitForOnlyItem } from "../photos/order-request.ts";
import { Picture } from "../ui/picture.tsx";
import { Spinner } from "../ui/progress.tsx";
import { CorrectLink } from "./correct-link.tsx";

interface OrderedCutoutProps {
  /** Null if it was made before. */
  batchId: string | null;
  /** Null while it is in progress. */
  made: Entry | null;
  onMade: (item: Entry) => void;
}

export function OrderedCutout({ batchId, made, onMade }: OrderedCutoutProps) {
  const t = useTranslate();
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (batchId === null) return;
    const closing = new AbortController();
    waitForOnlyItem(batchId, closing.signal).then(onMade, (error: unknown) => {
      if (!closing.signal.aborted) setFault(error);
    });
    return () => closing.abort();
  }, [batchId, onMade]);
  if (made) return <CutoutResult made={made} />;
  return (
    <>
      {fault !== null && <FaultText error={fault} />}
      <p role="status" className="flex items-center gap-2 text-muted text-sm">
        {fault === null && <Spinner />}
        {t("It is being made, also when this is closed: you find it in its order and under Photos.")}
      </p>
    </>
  );
}

export function FaultText({ error }: { error: unknown }) {
  const language = useLanguage();
  const { message, fix } = describeFault(error, language);
  // `max_credits` prevented a higher charge; the dialog shows the new price next to this message.
  const isPrice = error instanceof ApiProblem && reactionTo(error).isPriceChange;
  const text = isPrice
    ? [language.t("The price has changed meanwhile. Nothing was charged.")]
    : [message, fix];
  return (
    <p role="alert" className="mb-4 flex gap-2 text-danger-ink text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{text.filter(Boolean).join(" ")}</span>
    </p>
  );
}

function CutoutResult({ made }: { made: Entry }) {
  const t = useTranslate();
  const { result_url: url, image_url: imageUrl } = made;
  if (url === null) {
    return (
      <p role="alert" className="flex gap-2 text-danger-ink text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t("The cut-out could not be made. Its credits were refunded.")}
      </p>
    );
  }
  return (
    <>
      <Picture
        src={resizedUrl(url, "details")}
        alt={t("The product without its background")}
        className="checkerboard mx-auto max-h-[50dvh] w-full rounded-lg object-contain"
      />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <CorrectLink imageUrl={imageUrl} />
        <DownloadMenu item={made} />
      </div>
    </>
  );
}
