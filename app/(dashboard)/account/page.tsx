import type { Metadata } from "next";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { newPasswordInput } from "#components/auth/auth-page.tsx";
import { DeleteAccount } from "#components/auth/delete-account.tsx";
import { SessionList } from "#components/auth/session-list.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { requireUser } from "#lib/auth/page.ts";
import { hasPassword, listSessions } from "#lib/auth/sessions.ts";
import { changePassword, deleteAccount, endOtherSessions, endSession } from "./actions.ts";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const user = await requireUser("/account");
  const [sessions, withPassword] = await Promise.all([listSessions(user), hasPassword(user.id)]);
  return (
    <div className="max-w-3xl">
      <PageHeader title="Account" description={`${user.name}, ${user.email}`} />
      <div className="space-y-5">
        <Card title="Sessions" description="Where you are signed in. End what you do not know.">
          <SessionList sessions={sessions} end={endSession} endOthers={endOtherSessions} />
        </Card>
        {withPassword && (
          <Card padded title="Password" description="Changing it signs you out everywhere else.">
            <AuthForm
              action={changePassword}
              submitLabel="Change password"
              variant="secondary"
              success="Your password is changed."
              inputs={[
                {
                  name: "currentPassword",
                  label: "Current password",
                  type: "password",
                  autoComplete: "current-password",
                },
                newPasswordInput("New password"),
              ]}
            />
          </Card>
        )}
        <Card
          title="Delete account"
          description="Your photos, keys and credits go with it, a running plan is canceled at once, and nothing can be brought back."
          actions={<DeleteAccount action={deleteAccount} withPassword={withPassword} />}
          className="pb-5"
        />
      </div>
    </div>
  );
}
