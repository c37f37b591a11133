"use client";

import {
  BookOpenText,
  ChartNoAxesColumn,
  CircleUser,
  Clock,
  CreditCard,
  History,
  KeyRound,
  Package,
  ShoppingBag,
  Webhook,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslate } from "../language/language.tsx";
import { type SectionTab, SectionTabs } from "../ui/section-tabs.tsx";

interface PhotosTabsProps {
  current: "newest" | "product" | "orders";
  /** The filter queries of the newest and by-product tabs. */
  query?: { newest: string; product: string };
}

/** Tabs: photos by time, by product and by order. */
export function PhotosTabs({ current, query = { newest: "", product: "view=product" } }: PhotosTabsProps) {
  const t = useTranslate();
  const photos = (name: "newest" | "product") => `/photos${query[name] && `?${query[name]}`}`;
  const tabs = [
    { name: "newest", href: photos("newest"), label: t("Newest"), icon: Clock },
    { name: "product", href: photos("product"), label: t("By product"), icon: Package },
    { name: "orders", href: "/photos/orders", label: t("Orders"), icon: ShoppingBag },
  ] as const;
  return (
    <SectionTabs
      label={t("Arrange")}
      tabs={tabs.map(({ name, ...tab }) => ({ ...tab, current: name === current }))}
    />
  );
}

type PathTab = Omit<SectionTab, "current">;

function PathTabs({ label, tabs }: { label: string; tabs: readonly PathTab[] }) {
  const path = usePathname();
  return <SectionTabs label={label} tabs={tabs.map((tab) => ({ ...tab, current: tab.href === path }))} />;
}

export function AccountTabs() {
  const t = useTranslate();
  const tabs = [
    { href: "/account", label: t("Account"), icon: CircleUser },
    { href: "/account/activity", label: t("Activity"), icon: History },
  ];
  return <PathTabs label={t("Account")} tabs={tabs} />;
}

export function BillingTabs({ hasPlans }: { hasPlans: boolean }) {
  const t = useTranslate();
  const tabs = [
    { href: "/billing", label: hasPlans ? t("Plan and credits") : t("Credits"), icon: CreditCard },
    { href: "/billing/usage", label: t("Usage"), icon: ChartNoAxesColumn },
  ];
  return <PathTabs label={hasPlans ? t("Billing") : t("Credits")} tabs={tabs} />;
}

export function DeveloperTabs() {
  const t = useTranslate();
  const tabs = [
    { href: "/developers/keys", label: t("API keys"), icon: KeyRound },
    { href: "/developers/webhooks", label: t("Webhooks"), icon: Webhook },
    { href: "/docs", label: t("Reference"), icon: BookOpenText },
  ];
  return <PathTabs label={t("Developers")} tabs={tabs} />;
}
