"use client";

import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi } from "#lib/contract/client.ts";
import { secretOverlapHours, webhookHistoryDays } from "#lib/contract/limits.ts";
import { useLanguage, useTranslate } from "../language/language.tsx";
import { tryCall } from "../shell/faults.tsx";
import { BusyButton, Button } from "../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { type EndpointFields, EndpointForm, SecretBox } from "./endpoint-form.tsx";

interface EndpointActionsProps {
  id: string;
  isPaused: boolean;
  fields: EndpointFields;
}

export function EndpointActions({ id, isPaused, fields }: EndpointActionsProps) {
  const language = useLanguage();
  const { t } = language;
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, begin] = useTransition();
  const params = { id };

  const test = () =>
    begin(async () => {
      const sent = await tryCall(
        () => callApi("POST /api/v1/webhook-endpoints/{id}/test", { params }),
        language,
      );
      if (sent) router.refresh();
    });
  const setStatus = (status: "enabled" | "paused") =>
    begin(async () => {
      const input = { status };
      await tryCall(() => callApi("PATCH /api/v1/webhook-endpoints/{id}", { params, input }), language);
      router.refresh();
    });
  const rotate = async () => {
    await tryCall(async () => {
      const rotated = await callApi("POST /api/v1/webhook-endpoints/{id}/rotate-secret", { params });
      setSecret(rotated.secret);
    }, language);
  };
  const remove = async () => {
    const gone = await tryCall(() => callApi("DELETE /api/v1/webhook-endpoints/{id}", { params }), language);
    if (!gone) return;
    router.push("/developers/webhooks");
    router.refresh();
  };

  return (
    <>
      {isPaused ? (
        <BusyButton busy={busy} icon={Play} onClick={() => setStatus("enabled")}>
          {t("Enable")}
        </BusyButton>
      ) : (
        <>
          <BusyButton busy={busy} icon={Send} onClick={test}>
            {t("Send a test")}
          </BusyButton>
          <Button variant="secondary" onClick={() => setStatus("paused")} aria-disabled={busy}>
            <Pause aria-hidden /> {t("Pause")}
          </Button>
        </>
      )}
      <EditEndpoint id={id} fields={fields} />
      <ConfirmDialog
        trigger={
          <Button variant="secondary">
            <KeyRound aria-hidden /> {t("New secret")}
          </Button>
        }
        title={t("Rotate the secret?")}
        description={t(
          "Deliveries are signed with it immediately. For {hours} hours they are also signed with the current secret, so that you can deploy the new one without rejected deliveries.",
          { hours: secretOverlapHours },
        )}
        confirmLabel={t("Rotate the secret")}
        onConfirm={rotate}
      />
      <ConfirmDialog
        trigger={
          <Button variant="ghost">
            <Trash2 aria-hidden /> {t("Delete")}
          </Button>
        }
        title={t("Delete this endpoint?")}
        description={t(
          "All deliveries stop. Past deliveries remain readable through the API for {days} days. This cannot be undone.",
          { days: webhookHistoryDays },
        )}
        confirmLabel={t("Delete endpoint")}
        onConfirm={remove}
      />
      <Dialog
        open={secret !== null}
        onOpenChange={(open) => !open && setSecret(null)}
        width="sm"
        title={t("The new secret")}
        footer={<Button onClick={() => setSecret(null)}>{t("I have copied it")}</Button>}
      >
        <SecretBox secret={secret ?? ""}>
          {t("Replace the old one with it within a day. Copy it now: it is not shown again.")}
        </SecretBox>
      </Dialog>
    </>
  );
}

function EditEndpoint({ id, fields }: Pick<EndpointActionsProps, "id" | "fields">) {
  const t = useTranslate();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const change = async (input: EndpointFields) => {
    await callApi("PATCH /api/v1/webhook-endpoints/{id}", { params: { id }, input });
    setOpen(false);
    router.refresh();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      width="sm"
      trigger={
        <Button variant="secondary">
          <Pencil aria-hidden /> {t("Edit")}
        </Button>
      }
      title={t("Edit the endpoint")}
    >
      <EndpointForm start={fields} submitLabel={t("Save")} onSend={change} />
    </Dialog>
  );
}
