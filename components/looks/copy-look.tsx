"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi } from "#lib/contract/client.ts";
import { describeFault } from "../language/faults.ts";
import { useLanguage } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/progress.tsx";
import { refreshLooks } from "./use-looks.ts";

/** Copies a shared look into the account, and opens the studio with it. */
export function CopyLook({ token }: { token: string }) {
  const language = useLanguage();
  const { t } = language;
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [partId, setPartId] = useState<string | null>(null);
  const [busy, begin] = useTransition();
  const open = (id: string) => router.push(`/studio?look=${id}`);
  const copy = () =>
    !busy &&
    begin(async () => {
      setProblem(null);
      try {
        const made = await callApi("POST /api/v1/looks/copy", { input: { token } });
        await refreshLooks();
        if (made.left_out.length > 0) setPartId(made.id);
        else open(made.id);
      } catch (error) {
        setProblem(describeFault(error, language).message);
      }
    });
  if (partId) {
    return (
      <div className="space-y-3">
        <p className="text-sm">
          {t(
            "It is copied without its background picture, which was deleted or does not fit into your upload storage.",
          )}
        </p>
        <Button onClick={() => open(partId)}>{t("Use it in the studio")}</Button>
      </div>
    );
  }
  return (
    <div>
      <Button onClick={copy} aria-busy={busy} aria-disabled={busy}>
        {busy && <Spinner />}
        {t("Copy this look")}
      </Button>
      {problem && (
        <p role="alert" className="mt-2 text-danger-ink text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}
