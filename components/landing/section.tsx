import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: ReactNode;
  description: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, description, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      // Sections far below are rendered only when they come near, after the photo at the top.
      className="border-line border-t [contain-intrinsic-size:auto_48rem] [content-visibility:auto]"
    >
      <div className="mx-auto max-w-7xl px-4 py-16 sm:px-6 lg:px-8 lg:py-24">
        <div className="mb-10 max-w-2xl">
          <h2 id={`${id}-title`} className="font-semibold text-3xl tracking-[-0.028em]">
            {title}
          </h2>
          <p className="mt-3 text-lg text-muted">{description}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
