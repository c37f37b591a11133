import { getLanguage } from "#components/language/server.ts";
import { PageHeader } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/progress.tsx";

const tiles = Array.from({ length: 10 }, (_, index) => `tile-${index}`);

/** Has the layout of the page, so that nothing moves when it loads. */
export default async function PhotosLoading() {
  const { t } = await getLanguage();
  return (
    <div aria-busy="true">
      <PageHeader
        title={t("Photos")}
        description={t("Every photo and cut-out of this account, from the studio and from the API.")}
      />
      <Skeleton className="mb-5 h-9.5" />
      <div className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-4 xl:grid-cols-5">
        {tiles.map((tile) => (
          <div key={tile}>
            <Skeleton className="aspect-square rounded-lg" />
            <Skeleton className="mt-2 h-10" />
          </div>
        ))}
      </div>
    </div>
  );
}
