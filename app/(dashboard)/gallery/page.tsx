import { Images, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { FilterBar } from "#components/gallery/filter-bar.tsx";
import { Gallery } from "#components/gallery/gallery.tsx";
import { type Filter, pageSize, queryOf } from "#components/gallery/model.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, PageHeader } from "#components/ui/page.tsx";
import { requireUser } from "#lib/auth/page.ts";
import { generationList, generationQuery } from "#lib/contract/schemas.ts";
import { toWire } from "#lib/contract/wire.ts";
import { listGenerations } from "#lib/generations/history.ts";
import { listKeys } from "#lib/keys/index.ts";
import { configuredModels } from "#lib/models/index.ts";

interface SearchProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = { title: "Gallery" };

export default async function GalleryPage({ searchParams }: SearchProps) {
  const user = await requireUser("/gallery");
  const { cursor, ...filter } = readQuery(await searchParams);
  const [page, keys] = await Promise.all([
    listGenerations({ ...filter, cursor, limit: pageSize }, { userId: user.id }),
    listKeys(user.id),
  ]);
  const first = generationList.parse(toWire(page));
  const narrowed = Object.values(filter).some(Boolean);
  const keyNames = Object.fromEntries(keys.map(({ id, name }) => [id, name]));
  const names = { keys: keyNames, models: configuredModels() };
  return (
    <>
      <PageHeader
        title="Gallery"
        description="Every photo and cut-out of this account, from the studio and from the API."
      />
      {(narrowed || first.data.length > 0) && <FilterBar filter={filter} />}
      {first.data.length > 0 ? (
        <Gallery key={queryOf(filter, cursor)} first={first} filter={filter} names={names} />
      ) : (
        <Nothing narrowed={narrowed} />
      )}
    </>
  );
}

/** What the address asks for; parts that make no sense are left out. */
function readQuery(given: Record<string, string | string[] | undefined>): Filter & { cursor?: string } {
  const entries = Object.entries(generationQuery.shape).flatMap(([name, schema]) => {
    const value = given[name];
    const parsed = typeof value === "string" && value !== "" ? schema.safeParse(value) : null;
    return parsed?.success && name !== "limit" ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(entries);
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState
      icon={SearchX}
      title="Nothing matches"
      actions={
        <ButtonLink href="/gallery" variant="secondary">
          Show everything
        </ButtonLink>
      }
    >
      No photo or cut-out goes with what you are looking for.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Images}
      title="No photos yet"
      actions={<ButtonLink href="/studio">Open the studio</ButtonLink>}
    >
      What you make in the studio or through the API is kept here, with what it cost and how it was made.
    </EmptyState>
  );
}
