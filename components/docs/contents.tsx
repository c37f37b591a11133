import Link from "next/link";
import type { ReactNode } from "react";
import { pageOf, type SectionId, sectionIds, sections } from "#lib/contract/sections.ts";
import { guideParts } from "#lib/documentation/guide-parts.ts";
import { operationsOf } from "#lib/documentation/reference.ts";
import { getLanguage } from "../language/server.ts";
import { Address } from "./section.tsx";

export type DocumentationPage = "index" | "prompts" | "mcp" | "changelog" | SectionId;

interface ContentsProps {
  page: DocumentationPage;
  label: string;
}

export async function Contents({ page, label }: ContentsProps) {
  const { t } = await getLanguage();
  return (
    <nav aria-label={label} className="docs-contents space-y-6">
      <List title={t("Guide")}>
        {page === "index" ? (
          Object.entries(guideParts).map(([id, { title }]) => (
            <li key={id} lang="en">
              <a href={`#${id}`}>{title}</a>
            </li>
          ))
        ) : (
          <li>
            <Link href="/docs">{t("Overview and guide")}</Link>
          </li>
        )}
        <li lang="en">
          <Link href="/docs/prompts" aria-current={page === "prompts" ? "page" : undefined}>
            Words of prompts
          </Link>
        </li>
        <li lang="en">
          <Link href="/docs/mcp" aria-current={page === "mcp" ? "page" : undefined}>
            Agents (MCP)
          </Link>
        </li>
      </List>
      <List title={t("Reference")}>
        {sectionIds.map((id) => (
          <li key={id} lang="en">
            <Link href={pageOf(id)} aria-current={page === id ? "page" : undefined}>
              {sections[id].title}
            </Link>
            {page === id && (
              <ul className="docs-rows mb-2 ml-2.5 border-line border-l pl-1.5">
                {operationsOf(id).map(({ id: operation, method, path }) => (
                  <li key={operation}>
                    <a href={`#${operation}`}>
                      <Address method={method} path={path} />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </List>
      <List title={t("More")}>
        <li>
          <Link href="/changelog" aria-current={page === "changelog" ? "page" : undefined}>
            {t("Changelog")}
          </Link>
        </li>
        <li>
          <a href="/api/v1/openapi.json">{t("OpenAPI 3.1 document")}</a>
        </li>
        <li lang="en">
          <a href="/llms.txt">llms.txt</a>
        </li>
      </List>
    </nav>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 px-2.5 font-medium text-faint text-xs">{title}</p>
      <ul>{children}</ul>
    </div>
  );
}
