import type { ReactNode } from "react";
import { Logo } from "./brand.tsx";

interface MessagePageProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

export function MessagePage({ title, children, actions }: MessagePageProps) {
  return (
    <div className="flex min-h-dvh flex-col px-5 py-5 sm:px-8">
      <header>
        <Logo />
      </header>
      <main className="mx-auto flex max-w-md flex-1 flex-col items-center justify-center pb-24 text-center">
        {/* An illustration: an empty, lit table. */}
        <svg viewBox="0 0 160 100" aria-hidden className="mb-6 w-44 text-line-strong">
          <path d="M16 82h128" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          <path
            d="M62 34v48h36V34L80 24 62 34Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeDasharray="4 5"
            strokeLinejoin="round"
          />
          <circle cx="126" cy="22" r="8" className="fill-accent-soft stroke-accent-ink" strokeWidth="2" />
        </svg>
        <h1 className="font-semibold text-2xl">{title}</h1>
        <div className="mt-2 text-muted text-sm">{children}</div>
        <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>
      </main>
    </div>
  );
}
