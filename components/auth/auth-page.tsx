import type { ReactNode } from "react";
import { Logo } from "../shell/logo.tsx";
import { AuthShowcase } from "./auth-showcase.tsx";

interface AuthPageProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
  /** The way to the neighbouring page. */
  footer?: ReactNode;
}

/** The frame of the sign-in pages: the form at one side, what it leads to at the other. */
export function AuthPage({ title, description, children, footer }: AuthPageProps) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.15fr)]">
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
      </div>
      <AuthShowcase />
    </div>
  );
}
