import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { signOut } from "#app/(auth)/actions.ts";
import { SupportNotice } from "#components/account/support-notice.tsx";
import { ViewBanner } from "#components/operator/view-banner.tsx";
import { ConfirmNotice, SubscriptionNotice } from "#components/shell/account-notice.tsx";
import { AppShell } from "#components/shell/app-shell.tsx";
import { parseTheme, themeCookie } from "#components/shell/theme.ts";
import { UserMenu } from "#components/shell/user-menu.tsx";
import { RetryPictures } from "#components/ui/retry-pictures.tsx";
import { Toaster } from "#components/ui/toaster.tsx";
import { getPageAccount, getUser, getView } from "#lib/auth/page.ts";
import { hasPassword } from "#lib/auth/sessions.ts";
import { billingMode } from "#lib/billing/stripe.ts";
import { listLinks } from "#lib/support/links.ts";
import { isMarkedOperator } from "#lib/support/operators.ts";
import { endView } from "../(operator)/operator/view/actions.ts";
import { resendProof } from "./account/actions.ts";
import { acceptSupport, endSupport } from "./account/support-actions.ts";

/** The frame of pages for signed-in users. */
export async function DashboardFrame({ children }: { children: ReactNode }) {
  const [user, view, jar] = await Promise.all([getUser(), getView(), cookies()]);
  if (!user) return children;
  const [account, links, isOperator] = await Promise.all([
    getPageAccount(view?.userId ?? user.id),
    view ? [] : listLinks(user.id),
    view ? false : isMarkedOperator(user.id),
  ]);
  const withPassword = links.length > 0 && (await hasPassword(user.id));
  const { monthly, topup, total } = account;
  const theme = parseTheme(jar.get(themeCookie)?.value);
  const hasPlans = billingMode() !== "off";
  return (
    <>
      <AppShell
        hasPlans={hasPlans}
        balance={{ monthly, topup, total }}
        userMenu={
          <UserMenu
            name={user.name}
            email={user.email}
            theme={theme}
            isOperator={isOperator}
            signOut={signOut}
          />
        }
        banner={view && <ViewBanner view={view} end={endView} />}
        notice={
          <>
            {links.map((link) => (
              <SupportNotice
                key={link.id}
                link={link}
                withPassword={withPassword}
                accept={acceptSupport}
                end={endSupport}
              />
            ))}
            {account.awaitsProof ? (
              <ConfirmNotice email={account.email} resend={resendProof} />
            ) : (
              <SubscriptionNotice
                status={account.status}
                trialDaysLeft={account.trialDaysLeft}
                trialRefusal={account.trialRefusal}
                hadOnlyTrial={account.hadTrial && account.stripeSubscriptionId === null}
                hasPlans={hasPlans}
              />
            )}
          </>
        }
      >
        {children}
      </AppShell>
      <RetryPictures />
      <Toaster />
    </>
  );
}
