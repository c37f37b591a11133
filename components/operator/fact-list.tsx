import type { ReactNode } from "react";
import { getLanguage } from "../language/server.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="figures min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Link to a longer version of a list, shown from `from` items on; null at the maximum length. */
export type More = { from: number; href: string } | null;

interface ListCardProps {
  title: string;
  /** Text for an empty list. */
  empty: string;
  more?: More;
  children: readonly ReactNode[];
}

/** A card with a list of the newest items; each child is an `<li>`. */
export async function ListCard({ title, empty, more = null, children }: ListCardProps) {
  const { t } = await getLanguage();
  return (
    <Card title={title} className="min-w-0 overflow-hidden">
      {children.length === 0 ? (
        <p className="px-5 py-5 text-muted text-sm">{empty}</p>
      ) : (
        <ol className="mt-3 divide-y divide-line border-line border-t">{children}</ol>
      )}
      {more !== null && children.length >= more.from && (
        <p className="border-line border-t px-5 py-3">
          <ButtonLink href={more.href} variant="secondary" size="sm" scroll={false}>
            {t("Show more")}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

interface ItemProps {
  title: ReactNode;
  /** Details in small type below the title. */
  children?: ReactNode;
  actions?: ReactNode;
  testId?: string;
}

export function Item({ title, children, actions, testId }: ItemProps) {
  return (
    <li data-testid={testId} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-3 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words font-medium text-sm">{title}</p>
        {children && <div className="mt-0.5 space-y-0.5 break-words text-muted text-xs">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </li>
  );
}
