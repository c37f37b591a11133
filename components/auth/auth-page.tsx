import type { ReactNode } from "react";
import { minPasswordLength } from "#lib/auth/password-rules.ts";
import { resolutions } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import { photoCost } from "#lib/plans/offer.ts";
import { getLanguage } from "../language/server.ts";
import { Logo } from "../shell/brand.tsx";
import { LanguageChoice } from "../shell/language-choice.tsx";
import { exampleSources, exampleUrl, exampleWidthsPx } from "../ui/example-pictures.ts";
import { Picture } from "../ui/picture.tsx";
import type { InputOfForm } from "./auth-form.tsx";

export function emailInput(t: Translate): InputOfForm {
  return { name: "email", label: t("Email"), type: "email", autoComplete: "username" };
}

export function newPasswordInput(label: string, t: Translate): InputOfForm {
  return {
    name: "password",
    label,
    type: "password",
    autoComplete: "new-password",
    hint: t("At least {count} characters.", { count: minPasswordLength }),
    minLength: minPasswordLength,
  };
}

interface AuthPageProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
  /** A link to a related page. */
  footer?: ReactNode;
}

export function AuthPage({ title, description, children, footer }: AuthPageProps) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(28rem,1fr)_min(53.5vw,57.5rem)]">
      <div className="flex flex-col px-5 py-5 sm:px-8">
        <header>
          <Logo />
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-12">
          <h1 className="font-semibold text-2xl">{title}</h1>
          <p className="mt-1.5 mb-7 text-muted text-sm">{description}</p>
          {children}
          {footer && <p className="mt-6 text-muted text-sm">{footer}</p>}
        </main>
        <footer className="mx-auto w-full max-w-sm">
          <LanguageChoice />
        </footer>
      </div>
      <AuthShowcase />
    </div>
  );
}

async function AuthShowcase() {
  const { t } = await getLanguage();
  return (
    <aside
      aria-label={t("An example")}
      className="relative m-3 hidden overflow-hidden rounded-2xl bg-sunken lg:block"
    >
      <Picture
        {...exampleSources("entrance", exampleWidthsPx.entrance)}
        sizes="max(min(53.5vw, 57.5rem), 75vh)"
        alt=""
        // Phones do not show it, and so do not load it.
        loading="lazy"
        className="absolute inset-0 size-full object-cover"
      />
      <figure className="absolute bottom-5 left-5 flex items-center gap-4 rounded-xl bg-black/45 py-2.5 pr-5 pl-2.5 text-white backdrop-blur-md">
        <Picture
          src={exampleUrl("sample-lotion", exampleWidthsPx.sampleButton[0])}
          alt=""
          width={72}
          height={72}
          className="size-18 rounded-lg object-cover"
        />
        <figcaption className="text-sm">
          <b className="block font-medium">{t("From this snapshot")}</b>
          {t("in a few seconds, for {count, plural, one {one credit} other {# credits}}", {
            count: photoCost("lifestyle", resolutions[0]),
          })}
        </figcaption>
      </figure>
    </aside>
  );
}
