import type { FormAction } from "#lib/auth/form.ts";
import type { View } from "#lib/support/view.ts";
import { getLanguage } from "../language/server.ts";
import { ActionForm } from "../ui/form.tsx";
import { Time } from "../ui/time.tsx";

/** Shown on every page of a view: names the account that the operator sees. */
export async function ViewBanner({ view, end }: { view: View; end: FormAction }) {
  const { t } = await getLanguage();
  return (
    <section
      aria-label={t("View of an account")}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-warn-soft px-4 py-2 text-sm text-warn-ink sm:px-6 lg:px-8"
    >
      <p className="min-w-0 break-words">
        <strong className="font-semibold">
          {t("You see the account of {email}", { email: view.email })}
        </strong>{" "}
        {t("Nothing can be changed. Until")} <Time at={view.expiresAt} withTime />
      </p>
      <ActionForm action={end} variant="secondary" size="sm">
        {t("End the view")}
      </ActionForm>
    </section>
  );
}
