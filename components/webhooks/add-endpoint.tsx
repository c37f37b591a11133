"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#lib/contract/client.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type EndpointFields, EndpointForm, SecretBox } from "./endpoint-form.tsx";

interface Made {
  id: string;
  secret: string;
}

/** Creates an endpoint, shows its secret and links to it. */
export function AddEndpoint() {
  const t = useTranslate();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<Made | null>(null);

  const create = async (input: EndpointFields) => {
    setMade(await callApi("POST /api/v1/webhook-endpoints", { input }));
    router.refresh();
  };
  const close = (next: boolean) => {
    setOpen(next);
    if (!next) setMade(null);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      width="sm"
      trigger={
        <Button>
          <Plus aria-hidden /> {t("Add endpoint")}
        </Button>
      }
      title={made ? t("The endpoint is created") : t("Add an endpoint")}
      {...(!made && { description: t("Your URL that receives the events of this account.") })}
      footer={
        made && (
          <Button onClick={() => router.push(`/developers/webhooks/${made.id}`)}>
            {t("I have copied it")}
          </Button>
        )
      }
    >
      {made ? (
        <SecretBox secret={made.secret}>
          {`${t("Every delivery is signed with this secret. Copy it now: it is not shown again.")} ${t("A test is sent immediately. Events follow after the endpoint answers it with a 2xx.")}`}
        </SecretBox>
      ) : (
        <EndpointForm submitLabel={t("Add endpoint")} onSend={create} />
      )}
    </Dialog>
  );
}
