import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A part of the reference with its own anchor. */
export function Section({ id, title, children, className = "" }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`docs-part ${className}`.trim()}>
      <h2 id={`${id}-title`}>
        {title}
        <a href={`#${id}`} aria-label="Link to this part">
          #
        </a>
      </h2>
      <div>{children}</div>
    </section>
  );
}

/** Method and path of an operation, for lists with the class `docs-rows`. */
export function Address({ method, path }: { method: string; path: string }) {
  return (
    <>
      <b data-method={method}>{method.replace("DELETE", "DEL")}</b>
      {/* Zero-width spaces let long paths break before a slash. */}
      <span>{path.replace("/api/v1", "").replaceAll("/", "\u200b/")}</span>
    </>
  );
}
