"use client";

import { CircleAlert, Hourglass } from "lucide-react";
import { toast } from "sonner";
import { callApi } from "#lib/contract/client.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import type { Item, Order } from "../../orders/model.ts";
import { SecondsLeft } from "../../orders/order-progress.tsx";
import { refreshOrders } from "../../orders/recent.ts";
import { cancelItem, retryOrder, tryAction } from "../../photos/actions.ts";
import { describeFailure, isOpen } from "../../photos/model.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";

export function ItemProgress({ item, order }: { item: Item; order: Order }) {
  const language = useLanguage();
  const { t } = language;
  if (item.status === "failed" || item.status === "canceled") return <Ended item={item} order={order} />;
  if (item.status === "queued") {
    return (
      <>
        <p className="flex items-center gap-2 text-muted text-sm" aria-live="polite">
          <Hourglass aria-hidden className="size-4" />
          {item.position === null || item.position === 1
            ? t("Next in line")
            : t("{count} ahead of it", { count: item.position - 1 })}
        </p>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => cancelItem(item.id, language).then(refreshOrders)}
        >
          {t("Cancel")}
        </Button>
        <Steps item={item} />
      </>
    );
  }
  return (
    <>
      <p className="min-w-0 text-sm">
        <span className="font-medium" aria-live="polite">
          {describeStage(item, t)}
        </span>
        {order.counts.total === 1 && isOpen(order) && order.eta_seconds !== null && (
          <span className="figures text-muted">
            {" "}
            · <SecondsLeft seconds={order.eta_seconds} />
          </span>
        )}
      </p>
      <Steps item={item} />
    </>
  );
}

function Ended({ item, order }: { item: Item; order: Order }) {
  const language = useLanguage();
  const { t } = language;
  const { failed } = order.counts;
  const remove = async () => {
    await tryAction(() => callApi("DELETE /api/v1/generations/{id}", { params: { id: item.id } }), language);
    await refreshOrders();
  };
  const retry = async () => {
    if (await retryOrder(order.id, language)) toast.success(t("Ordered again"));
    await refreshOrders();
  };
  return (
    <>
      <p
        role={item.status === "failed" ? "alert" : undefined}
        className="flex min-w-0 flex-1 basis-72 items-start gap-2 text-danger-ink text-sm"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          {item.status === "canceled"
            ? t("Canceled. Its credits were refunded.")
            : describeFailure(item, language)}
        </span>
      </p>
      <div className="flex gap-2">
        <Button variant="ghost" size="sm" onClick={remove}>
          {t("Remove")}
        </Button>
        {item.status === "failed" && (
          <Button size="sm" onClick={retry}>
            {failed > 1 ? t("Try all {count} again", { count: failed }) : t("Try again")}
          </Button>
        )}
      </div>
    </>
  );
}

/** The steps of the work, as done, current or next. */
function Steps({ item }: { item: Item }) {
  const t = useTranslate();
  const partNames = { waiting: t("In line"), cutout: t("Cut-out"), photo: t("Photo") };
  const parts =
    item.operation === "remove_bg"
      ? (["waiting", "cutout"] as const)
      : (["waiting", "cutout", "photo"] as const);
  const known = item.status === "queued" ? "waiting" : (item.stage ?? "");
  // Storing belongs to the last step. If the step is unknown, no step is current.
  const at = known === "storing" ? parts.length - 1 : (parts as readonly string[]).indexOf(known);
  return (
    <ol aria-label={t("Progress")} className="flex w-full gap-1.5 sm:w-72">
      {parts.map((part, index) => (
        <li key={part} aria-current={index === at ? "step" : undefined} className="min-w-0 flex-1">
          <span className="relative block h-1.5 overflow-hidden rounded-full bg-sunken">
            {index < at && <span className="absolute inset-0 bg-accent" />}
            {(index === at || at < 0) && (
              <span className="absolute inset-y-0 w-1/2 animate-sheen rounded-full bg-accent" />
            )}
          </span>
          <span className={cn("mt-1 block text-xs", index === at ? "text-ink" : "text-muted")}>
            {partNames[part]}
          </span>
        </li>
      ))}
    </ol>
  );
}

function describeStage({ operation, stage }: Item, t: Translate): string {
  if (stage === "storing") return t("Storing the photo");
  if (stage === "cutout" || operation === "remove_bg") return t("Cutting the product out");
  return t("Making the photo");
}
