import { Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../ui/cn.ts";

interface SectionProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A part of the reference with an address of its own. */
export function Section({ id, title, children, className }: SectionProps) {
  return (
    // A long page: what is out of sight is neither laid out nor painted before it is scrolled to.
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={cn(
        "scroll-mt-24 -mx-2 px-2 [contain-intrinsic-size:auto_60rem] [content-visibility:auto]",
        className,
      )}
    >
      <h2 id={`${id}-title`} className="group flex items-center gap-2 font-semibold text-xl tracking-tight">
        {title}
        <a
          href={`#${id}`}
          aria-label="Link to this part"
          className="rounded-sm text-faint opacity-0 transition-opacity focus-visible:opacity-100 group-hover:opacity-100"
        >
          <Link2 aria-hidden className="size-4" />
        </a>
      </h2>
      <div className="mt-3 space-y-4 text-sm leading-relaxed [&_p]:max-w-3xl">{children}</div>
    </section>
  );
}
