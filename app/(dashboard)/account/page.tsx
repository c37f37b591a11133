import { DeleteAccount, ExportData, SecureAccount } from "#components/account/account-actions.tsx";
import { SecondStep } from "#components/account/second-step.tsx";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { emailInput, newPasswordInput } from "#components/auth/auth-page.tsx";
import { SessionList } from "#components/auth/session-list.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { ProofCallout } from "#components/shell/account-notice.tsx";
import { AccountTabs } from "#components/shell/sections.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { getLastExport } from "#lib/account-export/exports.ts";
import { findPendingEmail } from "#lib/auth/email-change.ts";
import { getPageAccount, requireUser } from "#lib/auth/page.ts";
import { minPasswordLength } from "#lib/auth/password-rules.ts";
import { hasSecondStep } from "#lib/auth/second-step.ts";
import { hasPassword, listSessions } from "#lib/auth/sessions.ts";
import { retention } from "#lib/contract/retention.ts";
import * as actions from "./actions.ts";

export const generateMetadata = titled((t) => t("Account"));

export default async function AccountPage() {
  const user = await requireUser("/account");
  const { t } = await getLanguage();
  const [sessions, withPassword, isOn, pendingEmail, account, lastExport] = await Promise.all([
    listSessions(user, t),
    hasPassword(user.id),
    hasSecondStep(user.id),
    findPendingEmail(user.id),
    getPageAccount(user.id),
    getLastExport(user.id),
  ]);
  const currentPassword = {
    name: "password",
    label: t("Your password"),
    type: "password",
    autoComplete: "current-password",
  } as const;
  return (
    <div className="max-w-3xl">
      <PageHeader title={t("Account")} description={[user.name, user.email].filter(Boolean).join(", ")} />
      <AccountTabs />
      <div className="space-y-5">
        <Card padded title={t("Name")} description={t("How mails and receipts address you.")}>
          <AuthForm
            action={actions.rename}
            submitLabel={t("Save")}
            variant="secondary"
            success={t("Your name is saved.")}
            inputs={[
              {
                name: "name",
                label: t("Name"),
                type: "text",
                autoComplete: "name",
                defaultValue: user.name,
              },
            ]}
          />
        </Card>
        <Card
          padded
          title={t("Email")}
          description={t("You sign in with {email}, and mails go there.", { email: user.email })}
        >
          {!account.emailVerified && (
            <ProofCallout className="mb-4" resend={actions.resendProof} label={t("Mail the link")}>
              {t("{email} is not confirmed yet.", { email: user.email })}
            </ProofCallout>
          )}
          {pendingEmail && (
            <Callout tone="accent" className="mb-4">
              {t(
                "A link is on its way to {email}. Your address changes once you open it; it is valid for a day.",
                { email: pendingEmail },
              )}
            </Callout>
          )}
          <AuthForm
            action={actions.changeEmail}
            submitLabel={t("Change address")}
            variant="secondary"
            inputs={[
              { ...emailInput(t), label: t("New email"), autoComplete: "email" },
              ...(withPassword ? [currentPassword] : []),
            ]}
          />
        </Card>
        {withPassword && (
          <Card padded title={t("Password")} description={t("Changing it signs you out everywhere else.")}>
            <AuthForm
              action={actions.changePassword}
              submitLabel={t("Change password")}
              variant="secondary"
              success={t("Your password is changed.")}
              inputs={[
                { ...currentPassword, name: "currentPassword", label: t("Current password") },
                newPasswordInput(t("New password"), t),
              ]}
            />
          </Card>
        )}
        {withPassword && (
          <Card
            padded
            title={t("Two-step sign-in")}
            description={t(
              "Requires a code from your phone in addition to the password, so that a stolen password is not enough.",
            )}
          >
            <SecondStep
              isOn={isOn}
              start={actions.startSecondStep}
              confirm={actions.confirmSecondStep}
              renewCodes={actions.renewRecoveryCodes}
              drop={actions.dropSecondStep}
            />
          </Card>
        )}
        <Card
          id="sessions"
          className="scroll-mt-20"
          title={t("Sessions")}
          description={t("Where you are signed in. End sessions that you do not recognize.")}
        >
          <SessionList sessions={sessions} end={actions.endSession} endOthers={actions.endOtherSessions} />
        </Card>
        <Card
          title={t("Secure my account")}
          description={t(
            "If somebody else may have been in your account: ends every session and API key, pauses webhooks, and removes two-step sign-in and sign-in providers that were added in the last seven days. Photos, credits and your plan stay.",
          )}
          actions={
            <SecureAccount
              action={actions.secureMyAccount}
              withPassword={withPassword}
              minPasswordLength={minPasswordLength}
            />
          }
          className="pb-5"
        />
        <Card
          title={t("Export your data")}
          description={t(
            "Everything in your account as one file: profile, ledger, orders, keys without their secrets, events, photos and uploads. It can be downloaded for {days} days.",
            { days: retention.exports.days },
          )}
          actions={<ExportData action={actions.exportMyData} withPassword={withPassword} last={lastExport} />}
          className="pb-5"
        />
        <Card
          title={t("Delete account")}
          description={t(
            "Your photos, keys and credits are deleted, a running plan is canceled immediately, and nothing can be restored.",
          )}
          actions={<DeleteAccount action={actions.deleteAccount} withPassword={withPassword} />}
          className="pb-5"
        />
      </div>
    </div>
  );
}
