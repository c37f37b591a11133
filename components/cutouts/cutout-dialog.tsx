"use client";

import { Scissors } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState, useTransition } from "react";
import useSWR from "swr";
import { callApi } from "#lib/contract/client.ts";
import { cutoutCost } from "#lib/contract/styles.ts";
import { useLanguage } from "../language/language.tsx";
import { tryAction } from "../orders/actions.ts";
import type { Item } from "../orders/model.ts";
import type { OrderedPicture } from "../studio/order.ts";
import { localId } from "../studio/state.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { Spinner } from "../ui/progress.tsx";
import { type CutoutWish, plainCutout, toCutoutOrder } from "./model.ts";
import { CutoutOptions } from "./options.tsx";
import { CutoutResult } from "./result.tsx";

interface CutoutDialogProps {
  /** Source pictures on the image host, each once. */
  pictures: readonly OrderedPicture[];
  trigger: ReactNode;
  /** Hears the order, where the page shows it itself; else one cut-out is shown here, and of several their order. */
  onOrdered?: (batchId: string) => Promise<void> | void;
}

/** Asks before cut-outs are paid, and says which of them the account has already. */
export function CutoutDialog({ pictures, trigger, onOrdered }: CutoutDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [wish, setWish] = useState<CutoutWish>(plainCutout);
  const [made, setMade] = useState<Item | null>(null);
  const [busy, start] = useTransition();
  const order = useMemo(() => toCutoutOrder(pictures, wish, t), [pictures, wish, t]);
  // One key for each order: a click whose answer was lost pays nothing twice.
  const wanted = JSON.stringify(order);
  const key = useMemo(() => ({ wanted, id: open ? localId() : "" }), [wanted, open]).id;
  const price = usePrice(open && !made ? order : null);

  const change = (next: boolean) => {
    if (busy) return;
    setOpen(next);
    if (next) setMade(null);
  };
  const send = () =>
    start(async () => {
      await tryAction(async () => {
        const { id } = await callApi("POST /api/v1/batches", { input: order, idempotencyKey: key });
        if (onOrdered) await onOrdered(id);
        else if (pictures.length > 1) router.push(`/orders/${id}`);
        else return setMade(await waitForCutout(id));
        setOpen(false);
      }, language);
    });

  const count = pictures.length;
  const missing = price && Math.max(0, price.credits - price.left);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      width="sm"
      trigger={trigger}
      title={
        made
          ? t("The cut-out")
          : t("Cut out {count, plural, one {this picture} other {# pictures}}?", { count })
      }
      description={made ? undefined : price ? describePrice() : t("Asking what it costs")}
      footer={
        made ? (
          <DialogClose asChild>
            <Button>{t("Done")}</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t("Cancel")}</Button>
            </DialogClose>
            {missing ? (
              <ButtonLink href="/billing">{t("Get credits")}</ButtonLink>
            ) : (
              <Button disabled={!price} aria-busy={busy} aria-disabled={busy} onClick={() => !busy && send()}>
                {busy ? <Spinner /> : <Scissors aria-hidden />}
                {t("Cut out")}
                <span className="figures font-normal">
                  {price?.credits === 0
                    ? t("free")
                    : t("{count, plural, one {# credit} other {# credits}}", {
                        count: price?.credits ?? count * cutoutCost,
                      })}
                </span>
              </Button>
            )}
          </>
        )
      }
    >
      {made ? <CutoutResult made={made} /> : <CutoutOptions wish={wish} onChange={setWish} />}
    </Dialog>
  );

  function describePrice(): string {
    const credits = price?.credits ?? 0;
    const free = count - Math.round(credits / cutoutCost);
    const sum = t(
      "{count, plural, one {# picture} other {# pictures}}: {credits, plural, one {# credit} other {# credits}}.",
      {
        ...{ count, credits },
      },
    );
    const known = t("{free, plural, one {# is already there: free.} other {# are already there: free.}}", {
      free,
    });
    const left = t("Only {left, plural, one {# credit is} other {# credits are}} left.", {
      left: price?.left ?? 0,
    });
    return [sum, ...(free > 0 ? [known] : []), ...(missing ? [left] : [])].join(" ");
  }
}

type CutoutOrder = ReturnType<typeof toCutoutOrder>;

/** What an order costs by the service's own word; null until it is known. */
function usePrice(order: CutoutOrder | null): { credits: number; left: number } | null {
  const { data } = useSWR(order && ["cutouts", order], ([, { items }]) => readPrice(items), {
    revalidateOnFocus: false,
    keepPreviousData: true,
  });
  return data ?? null;
}

async function readPrice(items: CutoutOrder["items"]) {
  const requests = items.flatMap(({ operation, request }) =>
    operation === "remove_bg" ? [{ operation, request }] : [],
  );
  const { credits, credits_remaining: left } = await callApi("POST /api/v1/estimate", {
    input: { requests },
  });
  return { credits, left: left.total };
}

/** Waits until the one item of an order has ended. */
async function waitForCutout(batchId: string): Promise<Item> {
  const params = { id: batchId };
  for (let open = true; open; ) {
    const { status } = await callApi("GET /api/v1/batches/{id}", { params, input: { wait: 30 } });
    open = status === "queued" || status === "running";
  }
  const { data } = await callApi("GET /api/v1/batches/{id}/items", { params });
  const [item] = data;
  if (!item) throw new Error("the cut-out was deleted meanwhile");
  return item;
}
