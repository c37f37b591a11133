import { formatCount } from "#lib/contract/billing/money.ts";
import { offer } from "#lib/plans/offer.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Desk } from "#lib/support/account.ts";
import type { OpenLink } from "#lib/support/links.ts";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { Callout } from "../ui/callout.tsx";
import { Card } from "../ui/card.tsx";
import { ActionForm } from "../ui/form.tsx";
import { Time } from "../ui/time.tsx";
import { ActionDialog, CreditDialog } from "./action-dialog.tsx";
import type { DeskActions } from "./actions.ts";
import { Facts } from "./fact-list.tsx";
import { stateName } from "./texts.ts";

interface HeadProps {
  desk: Desk;
  link: OpenLink | null;
  actions: DeskActions;
}

export async function AccountHead({ desk, link, actions }: HeadProps) {
  const { t, locale } = await getLanguage();
  const { account, person } = desk;
  const { userId, monthly, topup } = account;
  const count = (value: number) => formatCount(value, locale);
  const small = { variant: "secondary", size: "sm" } as const;
  return (
    <Card padded>
      <Facts
        facts={[
          [t("Account"), <code key="id">{userId}</code>],
          [t("Plan"), `${offer().plans[account.tier].name}, ${stateName(account.status, t)}`],
          [t("Credits"), t("{monthly, number} monthly, {topup, number} topped up", { monthly, topup })],
          [t("Monthly credits"), count(account.creditsLimit)],
          [t("Since"), <Time key="since" at={person.createdAt} />],
          [t("Two-step sign-in"), person.twoFactorEnabled ? t("on") : t("off")],
          [t("Stripe"), account.stripeCustomerId ?? "–"],
          ...(account.suspendedAt
            ? [[t("Suspended"), <Time key="suspended" at={account.suspendedAt} withTime />] as const]
            : []),
        ]}
      />
      {person.isOperator && (
        <p className="mt-3">
          <Badge tone="accent">{t("Operator")}</Badge>
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-start gap-2 border-line border-t pt-5">
        {(["give", "take"] as const).map((direction) => (
          <CreditDialog
            key={direction}
            action={actions.changeBalance}
            reference={newId("row")}
            userId={userId}
            direction={direction}
          />
        ))}
        {account.suspendedAt ? (
          <ActionForm action={actions.resume} fields={{ userId }} {...small}>
            {t("Open again")}
          </ActionForm>
        ) : (
          <ActionDialog
            action={actions.suspend}
            fields={{ userId }}
            label={t("Suspend")}
            title={t("Suspend this account?")}
            description={t("It is signed out and its keys are refused; no data is lost.")}
            noteLabel={t("Note")}
          />
        )}
        {!link && (
          <ActionDialog
            action={actions.ask}
            fields={{ userId }}
            label={t("Ask for a view")}
            title={t("Ask to see this account?")}
            description={t(
              "Its owner gets a mail and a notice, sees your address and the reason, and has to accept first.",
            )}
            noteLabel={t("Reason, for its owner")}
          />
        )}
      </div>
      {link && (
        <Callout
          className="mt-4"
          tone={link.isAccepted ? "success" : "accent"}
          title={link.isAccepted ? t("You may see this account") : t("View of this account requested")}
          actions={
            <>
              <ActionForm action={actions.endRequest} fields={{ id: link.id }} {...small}>
                {t("End")}
              </ActionForm>
              {link.isAccepted && (
                <ActionForm action={actions.startView} fields={{ id: link.id }} size="sm">
                  {t("Open the view")}
                </ActionForm>
              )}
            </>
          }
        >
          {link.reason} · {t("until")} <Time at={link.expiresAt} withTime />
        </Callout>
      )}
    </Card>
  );
}
