"use client";

import Link from "next/link";
import type { FormAction } from "#lib/auth/form.ts";
import type { FoundAccount } from "#lib/support/find.ts";
import { useTranslate } from "../language/language.tsx";
import { Badge } from "../ui/badge.tsx";
import { Callout } from "../ui/callout.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { SubmitButton, useForm } from "../ui/form.tsx";
import { stateName } from "./texts.ts";

/** Searches by any identifier that a customer may give; a single match opens at once. */
export function Search({ action, most }: { action: FormAction<FoundAccount[]>; most: number }) {
  const t = useTranslate();
  const { state, send } = useForm(action);
  const { data, error, values } = state;
  return (
    <Card padded className="mb-6">
      <search>
        <form action={send} className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-72">
            <Field
              label={t("Find an account")}
              name="query"
              required
              maxLength={300}
              autoComplete="off"
              spellCheck={false}
              defaultValue={values?.query}
              hint={t("Email, beginning of a key, or id of an account, work, batch, request or payment")}
            />
          </div>
          <SubmitButton className="sm:mb-6">{t("Find")}</SubmitButton>
        </form>
      </search>
      {error && <Callout tone="danger">{error}</Callout>}
      <div role="status">
        {data?.length === 0 && <p className="text-muted text-sm">{t("No account fits.")}</p>}
        {data?.length === most && (
          <p className="mb-2 text-muted text-sm">
            {t("These are the newest {count}: name more of the address to see others.", {
              count: most,
            })}
          </p>
        )}
      </div>
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {data.map(({ accountId, workId, email, name, tier, status, isSuspended }) => (
            <li
              key={`${accountId} ${workId}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm"
            >
              <Link
                href={`/operator/accounts/${accountId}${workId ? `?work=${workId}` : ""}`}
                className="min-w-0 break-all font-medium text-accent-ink hover:underline"
              >
                {email}
              </Link>
              <span className="text-muted">
                {[name, tier, stateName(status, t)].filter(Boolean).join(", ")}
              </span>
              {isSuspended && <Badge tone="danger">{t("Suspended")}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
