"use client";

import { MonitorSmartphone } from "lucide-react";
import type { FormAction } from "#lib/auth/form.ts";
import type { SessionInfo } from "#lib/auth/sessions.ts";
import { useLanguage } from "../language/language.tsx";
import { Badge } from "../ui/badge.tsx";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton, useForm } from "../ui/form.tsx";

interface SessionListProps {
  sessions: readonly SessionInfo[];
  end: FormAction;
  endOthers: FormAction;
}

export function SessionList({ sessions, end, endOthers }: SessionListProps) {
  const { t, locale } = useLanguage();
  const dateFormat = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const { state: ended, send: sendEnd } = useForm(end);
  const { state: endedOthers, send: sendEndOthers } = useForm(endOthers);
  return (
    <div className="px-5 pt-2 pb-4">
      <Callout tone="danger" className="my-2">
        {ended.error ?? endedOthers.error}
      </Callout>
      <ul className="divide-y divide-line">
        {sessions.map(({ id, current, device, ipAddress, lastActiveAt }) => (
          <li key={id} className="flex items-center gap-4 py-3">
            <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-faint" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
                {device} {current && <Badge tone="success">{t("This one")}</Badge>}
              </p>
              <p className="figures text-muted text-xs">
                {ipAddress && `${ipAddress} · `}
                {t("active {time} UTC", { time: dateFormat.format(lastActiveAt) })}
              </p>
            </div>
            {!current && (
              <form action={sendEnd}>
                <input type="hidden" name="sessionId" value={id} />
                <SubmitButton variant="secondary" size="sm">
                  {t("End")}
                  <span className="sr-only"> {t("the session on {device}", { device })}</span>
                </SubmitButton>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 2 && (
        <form action={sendEndOthers} className="mt-2">
          <SubmitButton variant="secondary" size="sm">
            {t("End all others")}
          </SubmitButton>
        </form>
      )}
    </div>
  );
}
