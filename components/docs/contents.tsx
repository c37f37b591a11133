import Link from "next/link";
import type { ReferenceOperation } from "#lib/contract/openapi/reference.ts";
import { cn } from "../ui/cn.ts";
import { guideParts } from "./section.tsx";

const titleClass = "mb-1.5 px-2.5 font-medium text-faint text-xs";
const linkClass =
  "flex items-baseline gap-2 rounded-md px-2.5 py-1.5 text-muted text-sm hover:bg-sunken hover:text-ink";
const methodTones: Record<string, string> = {
  GET: "text-success-ink",
  POST: "text-accent-ink",
  PATCH: "text-warn-ink",
  DELETE: "text-danger-ink",
};

interface ContentsProps {
  operations: readonly ReferenceOperation[];
  label: string;
}

export function Contents({ operations, label }: ContentsProps) {
  return (
    <nav aria-label={label} className="space-y-6">
      <div>
        <p className={titleClass}>Guide</p>
        <ul>
          {Object.entries(guideParts).map(([id, name]) => (
            <li key={id}>
              <a href={`/docs#${id}`} className={linkClass}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <p className={titleClass}>Endpoints</p>
        <ul>
          {operations.map(({ id, method, path }) => (
            <li key={id}>
              <a href={`/docs#${id}`} className={linkClass}>
                <span className={cn("w-9 shrink-0 font-mono text-[0.625rem]", methodTones[method])}>
                  {method.replace("DELETE", "DEL")}
                </span>
                <span className="min-w-0 break-all font-mono text-xs">{path.replace("/api/v1", "")}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <p className={titleClass}>For machines</p>
        <Link href="/api/v1/openapi.json" prefetch={false} className={linkClass}>
          OpenAPI 3.1 document
        </Link>
      </div>
    </nav>
  );
}
