"use client";

import { useState, useTransition } from "react";
import { callApi } from "#lib/contract/client.ts";
import { describeFault } from "../language/faults.ts";
import { useLanguage } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Spinner } from "../ui/progress.tsx";
import { type Look, refreshLooks } from "./use-looks.ts";

/** Creates and revokes the link with which others can copy a look. */
export function ShareDialog({ look, onClose }: { look: Look; onClose: () => void }) {
  const language = useLanguage();
  const { t } = language;
  const { id, name, shared } = look;
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, begin] = useTransition();
  const params = { id };
  const run = (work: () => Promise<void>) =>
    !busy &&
    begin(async () => {
      setProblem(null);
      try {
        await work();
        await refreshLooks();
      } catch (error) {
        setProblem(describeFault(error, language).message);
      }
    });
  const share = () =>
    run(async () => {
      const { share_url } = await callApi("POST /api/v1/looks/{id}/share", { params });
      setUrl(share_url);
    });
  const end = () =>
    run(async () => {
      await callApi("DELETE /api/v1/looks/{id}/share", { params });
      setUrl(null);
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      title={t("Share “{name}”", { name })}
      description={t(
        "Anyone with the link can see and copy the name and the settings. Your photos are not shown.",
      )}
      footer={
        <>
          {(shared || url) && (
            <Button variant="ghost" onClick={end} aria-disabled={busy}>
              {t("End the link")}
            </Button>
          )}
          {!url && (
            <Button onClick={share} aria-busy={busy} aria-disabled={busy}>
              {busy && <Spinner />}
              {shared ? t("Create a new link") : t("Create a link")}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-3">
        <Callout tone="danger">{problem}</Callout>
        {url ? (
          <>
            <p
              className="break-all rounded-md bg-sunken px-3 py-2.5 font-mono text-xs"
              data-testid="share-url"
            >
              {url}
            </p>
            <CopyButton text={url} variant="secondary">
              {t("Copy the link")}
            </CopyButton>
            <p className="text-muted text-xs">{t("Copy it now: the link is not shown again.")}</p>
          </>
        ) : (
          <p className="text-muted text-sm">
            {shared ? t("There is a link already. A new one ends it.") : t("There is no link yet.")}
          </p>
        )}
      </div>
    </Dialog>
  );
}
