"use client";

import type { FormAction } from "#lib/auth/form.ts";
import type { BillingDetails } from "#lib/billing/details.ts";
import { useTranslate } from "../language/language.tsx";
import { Callout } from "../ui/callout.tsx";
import { Field, SelectField } from "../ui/field.tsx";
import { SubmitButton, useForm } from "../ui/form.tsx";

interface DetailsFormProps {
  action: FormAction;
  details: BillingDetails | null;
  /** Codes and names, from the server: a browser may name a country otherwise. */
  countries: readonly (readonly [code: string, name: string])[];
}

/** The customer on future receipts. Empty fields remove it. */
export function DetailsForm({ action, details, countries }: DetailsFormProps) {
  const t = useTranslate();
  const { state, send, isDone } = useForm(action);
  const input = (name: keyof BillingDetails, label: string, autoComplete?: string) => ({
    name,
    label,
    autoComplete,
    error: state.fieldErrors?.[name],
    defaultValue: state.values?.[name] ?? details?.[name] ?? "",
  });
  return (
    <form action={send} className="grid max-w-xl gap-4 sm:grid-cols-6">
      <div className="space-y-4 sm:col-span-6">
        {isDone && <Callout tone="success">{t("Saved for receipts from now on.")}</Callout>}
        <Callout tone="danger">{state.error}</Callout>
        <Field {...input("name", t("Company or name"), "billing organization")} />
        <Field {...input("line1", t("Street and number"), "billing address-line1")} />
        <Field {...input("line2", t("Further address line (optional)"), "billing address-line2")} />
      </div>
      <div className="sm:col-span-2">
        <Field {...input("postalCode", t("Postal code"), "billing postal-code")} />
      </div>
      <div className="sm:col-span-4">
        <Field {...input("city", t("City"), "billing address-level2")} />
      </div>
      <div className="sm:col-span-3">
        <SelectField
          key={state.values?.country ?? details?.country}
          {...input("country", t("Country"), "billing country")}
          options={[["", ""], ...countries]}
          className="h-10 px-3"
        />
      </div>
      <div className="sm:col-span-3">
        <Field {...input("taxId", t("VAT id or tax number (optional)"))} />
      </div>
      <div className="sm:col-span-6">
        <SubmitButton variant="secondary">{t("Save")}</SubmitButton>
      </div>
    </form>
  );
}
