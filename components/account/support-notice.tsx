"use client";

import type { FormAction } from "#lib/auth/form.ts";
import type { OpenLink } from "#lib/support/links.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { ActionForm, FormDialog } from "../ui/form.tsx";
import { Time } from "../ui/time.tsx";

interface SupportNoticeProps {
  link: OpenLink;
  withPassword: boolean;
  accept: FormAction;
  end: FormAction;
}

/** Names the operator who requests a view of the account or has one; the owner can accept or end it. */
export function SupportNotice({ link, withPassword, accept, end }: SupportNoticeProps) {
  const t = useTranslate();
  const { id, operator, reason, isAccepted, expiresAt } = link;
  const endForm = (label: string) => (
    <ActionForm action={end} fields={{ id }} variant="secondary" size="sm">
      {label}
    </ActionForm>
  );
  return (
    <section aria-label={t("Support")}>
      <Callout
        tone="warn"
        title={
          isAccepted
            ? t("{operator} may see your account", { operator })
            : t("{operator} asks to see your account", { operator })
        }
        actions={
          isAccepted ? (
            endForm(t("End the view"))
          ) : (
            <>
              {endForm(t("Decline"))}
              <FormDialog
                action={accept}
                asksPassword={withPassword}
                fields={{ id }}
                trigger={<Button size="sm">{t("Accept")}</Button>}
                title={t("Let {operator} see your account?", { operator })}
                description={t(
                  "For at most an hour, without API keys and secrets, and without changing anything.",
                )}
                submit={t("Accept")}
              />
            </>
          )
        }
      >
        <p className="break-words">{t("Reason: {reason}", { reason })}</p>
        <p>
          {isAccepted ? t("Ends on its own:") : t("Expires without an answer:")}{" "}
          <Time at={expiresAt} withTime />
        </p>
      </Callout>
    </section>
  );
}
