import Link from "next/link";
import { pageOf, sectionIds, sections } from "#lib/contract/sections.ts";
import { operationsOf } from "#lib/documentation/reference.ts";
import { Card } from "../ui/card.tsx";
import { FormerAnchors } from "./former-anchors.tsx";
import { MethodName } from "./method.tsx";

/**
 * Every operation by resource. Each row has the address that the operation had when the reference was one page, so that
 * old links lead here, and on from here.
 */
export function Overview() {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <FormerAnchors />
      {sectionIds.map((id) => (
        <Card key={id} className="px-5 py-4">
          <h3 className="font-semibold text-base">
            <Link href={pageOf(id)} className="rounded-sm hover:text-accent-ink">
              {sections[id].title}
            </Link>
          </h3>
          <p className="mt-0.5 text-muted">{sections[id].description}</p>
          <ul className="-mx-2 mt-3">
            {operationsOf(id).map(({ id: operation, method, path, summary }) => (
              <li key={operation} id={operation} className="scroll-mt-24 rounded-md target:bg-accent-soft">
                <Link
                  href={`${pageOf(id)}#${operation}`}
                  prefetch={false}
                  title={summary}
                  className="flex items-baseline gap-2 rounded-md px-2 py-1 hover:bg-sunken"
                >
                  <MethodName method={method} />
                  <span className="min-w-0 break-all font-mono text-xs">{path.replace("/api/v1", "")}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}
