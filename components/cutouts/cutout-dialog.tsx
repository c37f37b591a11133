"use client";

import { Scissors } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useMemo, useRef, useState, useTransition } from "react";
import { toast } from "sonner";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { describeFault } from "../language/faults.ts";
import { useLanguage } from "../language/language.tsx";
import { billingPath, isPending, obstacleOf } from "../language/reactions.ts";
import { useEstimate } from "../photos/estimate.ts";
import type { Entry, SourcePicture } from "../photos/model.ts";
import { localId, type OrderInput } from "../photos/order-request.ts";
import { refreshBalance } from "../shell/balance.tsx";
import { BusyButton, Button, ButtonLink } from "../ui/button.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { creditsText } from "../ui/format.ts";
import { type CutoutChoices, defaultChoices, toCutoutOrder } from "./model.ts";
import { CutoutOptions } from "./options.tsx";
import { type CutoutPrice, describePrice, priceOf } from "./price.ts";
import { FaultText, OrderedCutout } from "./result.tsx";

interface CutoutDialogProps {
  /** Distinct source pictures on the image host. */
  pictures: readonly SourcePicture[];
  /** Absent if the page mounts the dialog open and unmounts it in `onClose`. */
  trigger?: ReactNode;
  onClose?: () => void;
  /**
   * Set if the page shows the order itself. Otherwise the dialog shows a single cut-out, or opens the order's page.
   */
  onOrdered?: (batchId: string) => Promise<void> | void;
}

/** Delays the estimate while the user drags a color. */
const pauseMs = 200;

/** Shows the price of cut-outs, and which of them the account already has, before ordering. */
export function CutoutDialog({ pictures, trigger, onClose, onOrdered }: CutoutDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const router = useRouter();
  const [open, setIsOpen] = useState(onClose !== undefined);
  const setOpen = (next: boolean) => {
    setIsOpen(next);
    if (!next) onClose?.();
  };
  const isOpen = useRef(false);
  const [choices, setChoices] = useState<CutoutChoices>(defaultChoices);
  const [round, setRound] = useState(0);
  const [fault, setFault] = useState<unknown>(null);
  const [batchId, setBatchId] = useState<string | null>(null);
  const [made, setMade] = useState<Entry | null>(null);
  const [busy, start] = useTransition();
  const fullOrder = useMemo(() => toCutoutOrder(pictures, choices, t), [pictures, choices, t]);
  const answer = useEstimate(open && batchId === null && made === null ? fullOrder.items : null, {
    pauseMs,
    state: round,
  });
  const price = answer && "estimate" in answer ? priceOf(fullOrder, answer.estimate) : null;
  const refusal = answer && "refusal" in answer ? answer.refusal : null;
  // One idempotency key per order: a click whose response was lost is not charged twice.
  const request = JSON.stringify(price?.order ?? null);
  const key = useMemo(() => ({ request, round, id: localId() }), [request, round]).id;
  const askAgain = () => setRound((count) => count + 1);

  useEffect(() => {
    isOpen.current = open;
    return () => {
      isOpen.current = false;
    };
  }, [open]);

  const begin = () => {
    setFault(null);
    setBatchId(null);
    setMade(null);
    askAgain();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    if (batchId !== null && made === null) announceOrder(batchId);
  };
  const announceOrder = (id: string) =>
    toast(t("{count, plural, one {The cut-out is} other {The cut-outs are}} being made", { count }), {
      action: { label: t("Show the order"), onClick: () => router.push(`/photos/orders/${id}`) },
    });
  const show = async (id: string) => {
    if (onOrdered) {
      await onOrdered(id);
      setOpen(false);
    } else if (!isOpen.current) announceOrder(id);
    else if (count > 1) router.push(`/photos/orders/${id}`);
    else setBatchId(id);
  };
  const send = (order: OrderInput) =>
    start(async () => {
      setFault(null);
      try {
        const { id } = await callApi("POST /api/v1/batches", { input: order, idempotencyKey: key });
        await show(id);
      } catch (error) {
        // After a refusal the price may differ. After a lost response, the retry uses the same key.
        if (error instanceof ApiProblem && !isPending(error)) askAgain();
        const { message, fix } = describeFault(error, language);
        if (isOpen.current) setFault(error);
        else toast.error(message, { description: fix });
      }
      void refreshBalance();
    });

  const showMade = (id: string) =>
    start(async () => {
      setFault(null);
      await callApi("GET /api/v1/generations/{id}", { params: { id } }).then(setMade, setFault);
    });

  const count = pictures.length;
  const problem = refusal ?? fault;
  const isShown = batchId !== null || made !== null;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? begin() : close())}
      width="sm"
      trigger={trigger}
      title={
        isShown
          ? t("The cut-out")
          : t("Cut out {count, plural, one {this picture} other {# pictures}}?", { count })
      }
      description={
        isShown || refusal ? undefined : price ? describePrice(price, count, t) : t("Calculating the price")
      }
      footer={isShown ? <OrderedFooter batchId={batchId} isMade={made !== null} /> : renderFooter()}
    >
      {isShown ? (
        <OrderedCutout batchId={batchId} made={made} onMade={setMade} />
      ) : (
        <>
          {problem !== null && <FaultText error={problem} />}
          <CutoutOptions choices={choices} onChange={setChoices} />
        </>
      )}
    </Dialog>
  );

  function renderFooter() {
    return (
      <>
        <DialogClose asChild>
          <Button variant="secondary">{t("Cancel")}</Button>
        </DialogClose>
        {renderAction()}
      </>
    );
  }

  /** Nothing is left to make: shows the cut-outs that are there, or being made. */
  function renderKnown({ had, open }: CutoutPrice) {
    const [id] = had;
    if (open > 0 || id === undefined) {
      return <ButtonLink href="/photos/orders">{t("Show the orders")}</ButtonLink>;
    }
    if (count > 1) {
      return <ButtonLink href="/photos?operation=remove_bg">{t("Show the photos")}</ButtonLink>;
    }
    return (
      <BusyButton busy={busy} icon={Scissors} onClick={() => showMade(id)}>
        {t("Show the cut-out")}
      </BusyButton>
    );
  }

  /** The button for the next step. */
  function renderAction() {
    if (refusal instanceof ApiProblem && obstacleOf(refusal) === "plan") {
      return <ButtonLink href="/billing">{t("Choose a plan")}</ButtonLink>;
    }
    if (refusal !== null) return <Button onClick={askAgain}>{t("Try again")}</Button>;
    if (price?.order === null) return renderKnown(price);
    if (price && price.credits > price.left) {
      return <ButtonLink href={billingPath(price.credits - price.left)}>{t("Get credits")}</ButtonLink>;
    }
    return (
      <BusyButton
        busy={busy}
        icon={Scissors}
        disabled={!price}
        onClick={() => price?.order && send(price.order)}
      >
        {t("Cut out")}
        {price && <span className="figures font-normal">{creditsText(price.credits, t)}</span>}
      </BusyButton>
    );
  }
}

function OrderedFooter({ batchId, isMade }: { batchId: string | null; isMade: boolean }) {
  const { t } = useLanguage();
  return (
    <>
      {!isMade && (
        <ButtonLink href={`/photos/orders/${batchId}`} variant="secondary">
          {t("Show the order")}
        </ButtonLink>
      )}
      <DialogClose asChild>
        <Button>{isMade ? t("Done") : t("Close")}</Button>
      </DialogClose>
    </>
  );
}
