import { Images, SearchX } from "lucide-react";
import { z } from "zod";
import { FilterBar } from "#components/gallery/filter-bar.tsx";
import { Gallery } from "#components/gallery/gallery.tsx";
import {
  type Arrangement,
  apiFilterOf,
  type Calendar,
  type Filter,
  type Pages,
  pageSize,
  pagesByProduct,
  pagesOf,
  periods,
  productPageSize,
  queryOf,
} from "#components/gallery/model.ts";
import { getLanguage, getTimeZone, titled } from "#components/language/server.ts";
import { TellTimeZone } from "#components/language/time-zone.tsx";
import { nameOf } from "#components/photos/model.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, PageHeader } from "#components/ui/page.tsx";
import { requireShownUser } from "#lib/auth/page.ts";
import { productList } from "#lib/contract/generations/history-schemas.ts";
import { generationList, generationQuery } from "#lib/contract/generations/schemas.ts";
import { fromWire, toWire } from "#lib/contract/wire.ts";
import { listGenerations } from "#lib/generations/history/history.ts";
import { listProducts } from "#lib/generations/history/products.ts";
import { listKeys } from "#lib/keys/read.ts";
import { configuredModels } from "#lib/models/configured.ts";
import { dayOf, isDay } from "#lib/platform/days.ts";
import { ApiError } from "#lib/platform/errors.ts";
import type { PageOf } from "#lib/platform/search.ts";
import { sceneCatalogue } from "#lib/scenes/catalogue.ts";

export const generateMetadata = titled((t) => t("Photos"));

export default async function GalleryPage({ searchParams }: PageOf) {
  const user = await requireShownUser("/photos");
  const given = await searchParams;
  const { cursor, ...filter } = readQuery(given);
  // The list of a single product is not grouped.
  const view = given.view === "product" && !filter.product ? "product" : "newest";
  const timeZone = await getTimeZone();
  const calendar = { timeZone, today: dayOf(new Date(), timeZone) };
  const [{ t, locale }, first, keys] = await Promise.all([
    getLanguage(),
    readPages({ ...filter, cursor, view }, calendar, { userId: user.id }),
    listKeys(user.id),
  ]);
  const narrowed = Object.values(filter).some(Boolean);
  const hasAny = first.groups.some(({ entries }) => entries.length > 0) || first.cursor !== null;
  const [newest] = first.groups[0]?.entries ?? [];
  const keyNames = Object.fromEntries(keys.map(({ id, name }) => [id, name]));
  const names = { keys: keyNames, models: configuredModels() };
  return (
    <>
      <TellTimeZone known={timeZone} />
      <PageHeader
        title={t("Photos")}
        description={t("Every photo and cut-out of this account, from the studio and from the API.")}
      />
      {(narrowed || hasAny) && (
        <FilterBar
          filter={filter}
          view={view}
          scenes={sceneCatalogue().map(({ id, name }) => [id, name[locale]] as const)}
          productName={newest ? nameOf(newest) : null}
        />
      )}
      {hasAny ? (
        <Gallery
          key={queryOf({ ...filter, cursor, view })}
          first={first}
          filter={filter}
          view={view}
          calendar={calendar}
          names={names}
        />
      ) : (
        <Nothing narrowed={narrowed} />
      )}
    </>
  );
}

interface PageQuery extends Filter {
  cursor: string | undefined;
  view: Arrangement;
}

/** An invalid cursor returns the first page. */
async function readPages(
  { view, cursor: wanted, ...filter }: PageQuery,
  calendar: Calendar,
  by: { userId: string },
): Promise<Pages> {
  const { limit: _, ...query } = fromWire(generationQuery.parse(apiFilterOf(filter, calendar)));
  const read = async (cursor: string | undefined) =>
    view === "product"
      ? pagesByProduct(
          productList.parse(toWire(await listProducts({ ...query, cursor, limit: productPageSize }, by))),
        )
      : pagesOf(
          generationList.parse(toWire(await listGenerations({ ...query, cursor, limit: pageSize }, by))),
        );
  return read(wanted).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "invalid_params") return read(undefined);
    throw error;
  });
}

const { operation, status, search, product, scene, cursor } = generationQuery.shape;
const day = z.string().refine(isDay).optional();
const urlQuery = {
  operation,
  status,
  search,
  product,
  scene,
  cursor,
  when: z.enum(periods).optional(),
  from: day,
  to: day,
};

/** The filter in the URL; invalid parameters are ignored. */
function readQuery(given: Record<string, string | string[] | undefined>): Filter & { cursor?: string } {
  const entries = Object.entries(urlQuery).flatMap(([name, schema]) => {
    const value = given[name];
    const parsed = typeof value === "string" && value !== "" ? schema.safeParse(value) : null;
    return parsed?.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(entries);
}

async function Nothing({ narrowed }: { narrowed: boolean }) {
  const { t } = await getLanguage();
  return narrowed ? (
    <EmptyState
      icon={SearchX}
      title={t("Nothing matches")}
      actions={
        <ButtonLink href="/photos" variant="secondary">
          {t("Show everything")}
        </ButtonLink>
      }
    >
      {t("No photo or cut-out matches your search.")}
    </EmptyState>
  ) : (
    <EmptyState
      icon={Images}
      title={t("No photos yet")}
      actions={<ButtonLink href="/studio">{t("Open the studio")}</ButtonLink>}
    >
      {t(
        "What you make in the studio or through the API is kept here, with what it cost and how it was made.",
      )}
    </EmptyState>
  );
}
