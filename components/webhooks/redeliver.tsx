"use client";

import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { callApi } from "#lib/contract/client.ts";
import { useLanguage } from "../language/language.tsx";
import { tryCall } from "../shell/faults.tsx";
import { BusyButton } from "../ui/button.tsx";

const refreshEveryMs = 2_000;

export function Redeliver({ id }: { id: string }) {
  const language = useLanguage();
  const router = useRouter();
  const [busy, begin] = useTransition();
  const send = () =>
    begin(async () => {
      await tryCall(
        () => callApi("POST /api/v1/webhook-deliveries/{id}/redeliver", { params: { id } }),
        language,
      );
      router.refresh();
    });
  return (
    <BusyButton variant="secondary" size="sm" busy={busy} icon={RotateCw} onClick={send}>
      {language.t("Send again")}
    </BusyButton>
  );
}

/** Refreshes the page while a delivery on it is pending. */
export function RefreshWhileSending() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), refreshEveryMs);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
