"use client";

import { ChevronDown, RefreshCw, RotateCcw, Sheet, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { toast } from "sonner";
import { callApi } from "#lib/contract/client.ts";
import { resultFormats } from "#lib/contract/photos/values.ts";
import { useLanguage, useTranslate } from "../language/language.tsx";
import { cancelOrder, readAll, retryOrder, tryAction } from "../photos/actions.ts";
import { handOver } from "../photos/handover.ts";
import { formatName, isOpen } from "../photos/model.ts";
import { Button, DownloadLink } from "../ui/button.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { Spinner } from "../ui/progress.tsx";
import type { Item, Order } from "./model.ts";

interface OrderActionsProps {
  order: Order;
  /** Reloads the order. */
  onChange: () => Promise<void> | void;
  /** Set on the pages of orders: adds CSV export and ordering in another style. */
  withTable?: boolean;
}

export function OrderActions({ order, onChange, withTable }: OrderActionsProps) {
  const language = useLanguage();
  const { t } = language;
  const { id, counts } = order;
  const [busy, start] = useTransition();
  const act = (action: typeof cancelOrder, success: string) =>
    start(async () => {
      if (await action(id, language)) toast.success(success);
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
          onClick={() => act(cancelOrder, t("Waiting photos were canceled and refunded"))}
        >
          <X aria-hidden />{" "}
          {counts.queued === counts.total
            ? t("Cancel")
            : t("Cancel {count} waiting", { count: counts.queued })}
        </Button>
      )}
      {counts.failed > 0 && (
        <Button
          variant="secondary"
          size="sm"
          disabled={busy}
          onClick={() =>
            act(
              retryOrder,
              t("{count, plural, one {# photo} other {# photos}} ordered again", { count: counts.failed }),
            )
          }
        >
          <RotateCcw aria-hidden /> {t("Try {count} again", { count: counts.failed })}
        </Button>
      )}
      {!open && counts.succeeded > 0 && <DownloadAll id={id} />}
      {withTable && <AnotherStyle id={id} />}
      {withTable && (
        <DownloadLink href={`/api/v1/batches/${id}/results.csv`} icon={Sheet} variant="ghost" size="sm">
          CSV
        </DownloadLink>
      )}
    </div>
  );
}

/** Downloads all photos as one archive, named by product, in the original or a selected format. */
function DownloadAll({ id }: { id: string }) {
  const t = useTranslate();
  const address = `/api/v1/batches/${id}/archive?names=product&photos=corrected`;
  return (
    <div className="flex">
      <DownloadLink href={address} size="sm" className="rounded-r-none">
        {t("Download all")}
      </DownloadLink>
      <Menu
        trigger={
          <Button
            variant="secondary"
            size="sm"
            aria-label={t("Another format")}
            className="-ml-px rounded-l-none px-1.5 touch:px-3.5"
          >
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuLabel>{t("All pictures as")}</MenuLabel>
        {resultFormats.map((format) => (
          <MenuItem key={format} asChild>
            <a href={`${address}&format=${format}`} download>
              {formatName(format)}
            </a>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

/** Opens the studio with the pictures of the order, for photos in another style. */
function AnotherStyle({ id }: { id: string }) {
  const language = useLanguage();
  const { t } = language;
  const router = useRouter();
  const [busy, start] = useTransition();
  const run = () =>
    start(async () => {
      const isDone = await tryAction(
        async () => handOver(await readItems(id), { withSettings: false }),
        language,
      );
      if (isDone) router.push("/studio");
    });
  return (
    <Button variant="secondary" size="sm" disabled={busy} onClick={run}>
      {busy ? <Spinner /> : <RefreshCw aria-hidden />} {t("Another style")}
    </Button>
  );
}

const largestPage = 100;

function readItems(id: string): Promise<Item[]> {
  return readAll((cursor) =>
    callApi("GET /api/v1/batches/{id}/items", { params: { id }, input: { limit: largestPage, cursor } }),
  );
}
