import type { ReactNode } from "react";

const marks = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/;

/** Text with `code`, **strong** and *emphasis*. */
export function Inline({ text }: { text: string }): ReactNode {
  return text.split(marks).map((part, index) => {
    const key = `${index}-${part}`;
    if (part.startsWith("`")) {
      return (
        <code
          key={key}
          className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.86em] [overflow-wrap:anywhere]"
        >
          {part.slice(1, -1)}
        </code>
      );
    }
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return part.startsWith("*") && part.length > 2 ? <em key={key}>{part.slice(1, -1)}</em> : part;
  });
}
