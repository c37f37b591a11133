import Link from "next/link";
import { pageOf, sectionIds, sections } from "#lib/contract/sections.ts";
import { operationsOf } from "#lib/documentation/reference.ts";
import { Card } from "../ui/card.tsx";
import { Address } from "./section.tsx";

export function Overview() {
  return (
    <div className="xl:columns-2 xl:gap-4">
      {sectionIds.map((id) => (
        <Card key={id} className="mb-4 break-inside-avoid px-5 py-4">
          <h3 className="font-semibold text-base">
            <Link href={pageOf(id)} className="tap rounded-sm hover:text-accent-ink">
              {sections[id].title}
            </Link>
          </h3>
          <p className="mt-0.5 text-muted">{sections[id].description}</p>
          <ul className="docs-rows -mx-2 mt-2">
            {operationsOf(id).map(({ id: operation, method, path }) => (
              <li key={operation} id={operation}>
                <Link href={`${pageOf(id)}#${operation}`} prefetch={false}>
                  <Address method={method} path={path} />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}
