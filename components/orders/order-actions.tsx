"use client";

import { Download, RotateCcw, Sheet, X } from "lucide-react";
import { useTransition } from "react";
import { toast } from "sonner";
import { Button, buttonClass } from "../ui/button.tsx";
import { formatPlural } from "../ui/format.ts";
import { Spinner } from "../ui/progress.tsx";
import { cancelOrder, retryOrder } from "./actions.ts";
import { isOpen, type Order } from "./model.ts";

interface OrderActionsProps {
  order: Order;
  /** Reads how the order stands anew. */
  onChange: () => Promise<void> | void;
  withTable?: boolean;
}

/** What can be done with a whole order, as it stands. */
export function OrderActions({ order, onChange, withTable }: OrderActionsProps) {
  const { id, counts } = order;
  const [busy, start] = useTransition();
  const act = (action: (id: string) => Promise<boolean>, said: string) =>
    start(async () => {
      if (await action(id)) toast.success(said);
      await onChange();
    });
  const open = isOpen(order);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {busy && <Spinner className="text-muted" />}
      {counts.queued > 0 && (
        <Button
          variant="secondary"
          size="sm"
          disabled={busy}
          onClick={() => act(cancelOrder, "What had not begun is canceled and refunded")}
        >
          <X aria-hidden /> {counts.queued === counts.total ? "Cancel" : `Cancel ${counts.queued} waiting`}
        </Button>
      )}
      {counts.failed > 0 && (
        <Button
          variant="secondary"
          size="sm"
          disabled={busy}
          onClick={() => act(retryOrder, `${formatPlural(counts.failed, "photo")} ordered again`)}
        >
          <RotateCcw aria-hidden /> Try {counts.failed} again
        </Button>
      )}
      {!open && counts.succeeded > 0 && (
        <a
          href={`/api/v1/batches/${id}/archive`}
          download
          className={buttonClass({ variant: "secondary", size: "sm" })}
        >
          <Download aria-hidden /> Download all
        </a>
      )}
      {withTable && (
        <a
          href={`/api/v1/batches/${id}/results.csv`}
          download
          className={buttonClass({ variant: "ghost", size: "sm" })}
        >
          <Sheet aria-hidden /> CSV
        </a>
      )}
    </div>
  );
}
