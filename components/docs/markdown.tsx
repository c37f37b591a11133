import type { ComponentType, ReactNode } from "react";
import { TextLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/table.tsx";
import { CodeBlock } from "./code.tsx";

interface MarkdownProps {
  text: string;
  /** What replaces `<!-- name -->`. */
  parts?: Record<string, ComponentType>;
}

/** Renders the Markdown of the guides: headings, paragraphs, flat lists, tables and titled code. */
export function Markdown({ text, parts = {} }: MarkdownProps) {
  const blocks = text.split(/^(```.*?^```)$/ms).flatMap(splitText);
  return (
    <div className="space-y-4 text-sm leading-relaxed">
      {blocks.map((block) => {
        const Part = parts[/^<!-- (\w+) -->$/.exec(block)?.[1] ?? ""];
        return Part ? <Part key={block} /> : renderBlock(block);
      })}
    </div>
  );
}

/** Text at its empty lines; code, every second part, stays whole. */
function splitText(part: string, index: number): string[] {
  if (index % 2 === 1) return [part];
  return part.trim() === "" ? [] : part.trim().split(/\n{2,}/);
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function renderBlock(block: string): ReactNode {
  const heading = /^(#{1,3}) (.+)$/.exec(block);
  if (heading?.[2]) {
    const title = heading[2];
    if (heading[1] === "#")
      return (
        <h1 key={block} className="font-semibold text-3xl tracking-tight">
          {title}
        </h1>
      );
    return (
      <h2 key={block} id={anchorOf(title)} className="pt-4 font-semibold text-xl tracking-tight">
        {title}
      </h2>
    );
  }
  if (block.startsWith("```")) {
    const [title = "", ...rest] = block.replace(/^```\w+ |\n```$/g, "").split("\n");
    return <CodeBlock key={block} title={title} text={rest.join("\n")} />;
  }
  const lines = block.split("\n");
  if (lines[0]?.startsWith("|")) return <MarkdownTable key={block} lines={lines} />;
  if (lines[0]?.startsWith("- ")) {
    const items = block.slice(2).split(/\n- /);
    return (
      <ul key={block} className="list-disc space-y-1.5 pl-5">
        {items.map((item) => (
          <li key={item}>
            <Inline text={item.replace(/\s*\n\s*/g, " ")} />
          </li>
        ))}
      </ul>
    );
  }
  if (/^\d+\. /.test(block)) {
    const items = block.replace(/^\d+\. /, "").split(/\n\d+\. /);
    return (
      <ol key={block} start={Number.parseInt(block, 10)} className="list-decimal space-y-1.5 pl-6">
        {items.map((item) => (
          <li key={item}>
            <Inline text={item.replace(/\s*\n\s*/g, " ")} />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <p key={block} className="max-w-3xl">
      <Inline text={lines.join(" ")} />
    </p>
  );
}

function MarkdownTable({ lines }: { lines: readonly string[] }) {
  const [titles = [], rule = [], ...rows] = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
  return (
    <Card className="overflow-hidden">
      <DataTable
        label={titles.join(", ")}
        columns={titles.map((title, index) => ({
          title,
          cell: (row: readonly string[]) => <Inline text={row[index] ?? ""} />,
          ...(rule[index]?.endsWith(":")
            ? { className: "figures text-right" }
            : { cellClassName: titles.length > 2 ? "align-top" : "min-w-36 align-top" }),
        }))}
        rows={rows}
        keyOf={(row) => row.join("|")}
      />
    </Card>
  );
}

const marks = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/;

/** Text with `code`, **strong**, *emphasis* and [links](/docs). */
export function Inline({ text }: { text: string }): ReactNode {
  return text.split(marks).map((part, index) => {
    const key = `${index}-${part}`;
    if (part.startsWith("`")) {
      return <code key={key}>{part.slice(1, -1)}</code>;
    }
    const [, name, href] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (name && href && /^(https?:|mailto:|tel:|[/#])/.test(href)) {
      return (
        <TextLink key={key} href={href}>
          {name}
        </TextLink>
      );
    }
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return part.startsWith("*") && part.length > 2 ? <em key={key}>{part.slice(1, -1)}</em> : part;
  });
}
