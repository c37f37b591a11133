"use client";

import { ServerCrash } from "lucide-react";
import { useTranslate } from "#components/language/language.tsx";
import { type ErrorPageProps, FaultText } from "#components/shell/fault-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/page.tsx";

/** Replaces a dashboard page that failed; the frame with the navigation stays. */
export default function DashboardErrorPage({ error, retry }: ErrorPageProps) {
  const t = useTranslate();
  return (
    <EmptyState
      icon={ServerCrash}
      title={t("This page could not be shown")}
      actions={<Button onClick={retry}>{t("Try again")}</Button>}
    >
      <FaultText digest={error.digest} />
    </EmptyState>
  );
}
