import { Fragment, type ReactNode } from "react";
import { TextLink } from "../ui/button.tsx";
import { CodeBlock } from "./code.tsx";

interface MarkdownProps {
  text: string;
  /** Contents that replace the placeholders `<!-- name -->`. */
  parts?: Record<string, ReactNode>;
}

/** Renders the Markdown of the guides: headings, paragraphs, flat lists, tables and titled code. */
export function Markdown({ text, parts = {} }: MarkdownProps) {
  const blocks = text.split(/^(```.*?^```)$/ms).flatMap(splitText);
  return (
    <div className="docs-text">
      {blocks.map((block, index) => {
        const name = /^<!-- (\w+) -->$/.exec(block)?.[1] ?? "";
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
        return <Fragment key={index}>{parts[name] ?? <Block block={block} />}</Fragment>;
      })}
    </div>
  );
}

/** Splits text at blank lines; code blocks, every second part, stay whole. */
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

/** React keys are indexes instead of texts, because keys are sent with the page. */
function Block({ block }: { block: string }): ReactNode {
  const heading = /^(#{1,3}) (.+)$/.exec(block);
  if (heading?.[2]) {
    const title = heading[2];
    if (heading[1] === "#") return <h1 className="font-semibold text-3xl tracking-tight">{title}</h1>;
    return <h2 id={anchorOf(title)}>{title}</h2>;
  }
  if (block.startsWith("```")) {
    const [title = "", ...rest] = block.replace(/^```\w+ |\n```$/g, "").split("\n");
    return <CodeBlock title={title} text={rest.join("\n")} />;
  }
  const lines = block.split("\n");
  if (lines[0]?.startsWith("|")) return <MarkdownTable lines={lines} />;
  if (lines[0]?.startsWith("- ")) return <ul>{itemsOf(block.slice(2).split(/\n- /))}</ul>;
  if (/^\d+\. /.test(block)) {
    const items = block.replace(/^\d+\. /, "").split(/\n\d+\. /);
    return <ol start={Number.parseInt(block, 10)}>{itemsOf(items)}</ol>;
  }
  return (
    <p>
      <Inline text={lines.join(" ")} />
    </p>
  );
}

function itemsOf(items: readonly string[]): ReactNode {
  return items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a text never move
    <li key={index}>
      <Inline text={item.replace(/\s*\n\s*/g, " ")} />
    </li>
  ));
}

/** A table that scrolls sideways inside its frame when the screen is narrow. */
export function DocsTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="docs-table">
      <table>{children}</table>
    </section>
  );
}

function MarkdownTable({ lines }: { lines: readonly string[] }) {
  const [titles = [], rule = [], ...rows] = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
  const alignOf = (column: number) => (rule[column]?.endsWith(":") ? ("right" as const) : undefined);
  return (
    <DocsTable label={titles.join(", ")}>
      <thead>
        <tr>
          {titles.map((title, column) => (
            <th key={title} scope="col" align={alignOf(column)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text never move
          <tr key={row}>
            {titles.map((title, column) => (
              <td key={title} align={alignOf(column)}>
                <Inline text={cells[column] ?? ""} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DocsTable>
  );
}

const marks = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/;

/** Text with `code`, **strong**, *emphasis* and [links](/docs). */
export function Inline({ text }: { text: string }): ReactNode {
  return text.split(marks).map((part, index) => {
    const key = `${index}`;
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
