import type { ReactNode } from "react";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { type Balance, BalanceChip } from "./balance.tsx";
import { Logo } from "./brand.tsx";
import { BottomNav, SideNav, SkipLink } from "./nav.tsx";

interface AppShellProps {
  /** Whether plans are for sale here. */
  hasPlans: boolean;
  balance: Balance;
  userMenu: ReactNode;
  /** Shown above the page, for example at the trial's end or after a failed payment. */
  notice?: ReactNode;
  /** Stays visible at the top while the page scrolls. */
  banner?: ReactNode;
  children: ReactNode;
}

export function AppShell({ hasPlans, balance, userMenu, notice, banner, children }: AppShellProps) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <SkipLink to="content" />
      <aside className="sticky top-0 hidden h-dvh flex-col border-line border-r bg-surface px-3 pt-4 pb-3 lg:flex">
        <div className="mb-5 px-2">
          <Logo href="/studio" />
        </div>
        <SideNav hasPlans={hasPlans} />
      </aside>
      <div className="flex min-w-0 flex-col">
        <div className="sticky top-0 z-30">
          {banner}
          <header className="flex h-14 items-center justify-between gap-3 border-line border-b bg-canvas/88 px-4 backdrop-blur-lg sm:px-6 lg:justify-end lg:px-8">
            <div className="lg:hidden">
              <Logo href="/studio" compact />
            </div>
            <div className="flex items-center gap-3">
              <BalanceChip initial={balance} />
              {userMenu}
            </div>
          </header>
        </div>
        <div className="mx-auto w-full max-w-7xl px-4 pt-4 empty:hidden sm:px-6 lg:px-8">{notice}</div>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 px-4 pt-5 pb-24 outline-none sm:px-6 lg:px-8 lg:pb-16"
        >
          <TooltipProvider delayDuration={300}>{children}</TooltipProvider>
        </main>
      </div>
      <BottomNav hasPlans={hasPlans} />
    </div>
  );
}
