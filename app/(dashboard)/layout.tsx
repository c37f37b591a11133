import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { signOut } from "#app/(auth)/actions.ts";
import { ConfirmNotice, SubscriptionNotice } from "#components/shell/account-notice.tsx";
import { AppShell } from "#components/shell/app-shell.tsx";
import { parseTheme, themeCookie } from "#components/shell/theme.ts";
import { UserMenu } from "#components/shell/user-menu.tsx";
import { RetryPictures } from "#components/ui/retry-pictures.tsx";
import { Toaster } from "#components/ui/toaster.tsx";
import { getPageAccount, getUser } from "#lib/auth/page.ts";
import { resendProof } from "./account/actions.ts";

/** The frame only: every page inside guards itself with requireUser. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [user, jar] = await Promise.all([getUser(), cookies()]);
  if (!user) return children;
  const account = await getPageAccount(user.id);
  const { monthly, topup, total } = account;
  const theme = parseTheme(jar.get(themeCookie)?.value);
  return (
    <>
      <AppShell
        balance={{ monthly, topup, total }}
        userMenu={<UserMenu name={user.name} email={user.email} theme={theme} signOut={signOut} />}
        notice={
          account.awaitsProof ? (
            <ConfirmNotice email={user.email} resend={resendProof} />
          ) : (
            <SubscriptionNotice
              status={account.status}
              trialDaysLeft={account.trialDaysLeft}
              trialRefusal={account.trialRefusal}
              hadOnlyTrial={account.hadTrial && account.stripeSubscriptionId === null}
            />
          )
        }
      >
        {children}
      </AppShell>
      <RetryPictures />
      <Toaster />
    </>
  );
}
