import { getLanguage, titled } from "#components/language/server.ts";
import { LookList } from "#components/looks/look-list.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { requireShownUser } from "#lib/auth/page.ts";
import { findLastPhotos } from "#lib/looks/looks.ts";

export const generateMetadata = titled((t) => t("Looks"));

export default async function LooksPage() {
  const user = await requireShownUser("/looks");
  const [{ t }, photos] = await Promise.all([getLanguage(), findLastPhotos({ userId: user.id })]);
  return (
    <>
      <PageHeader
        title={t("Looks")}
        description={t(
          "How the photos of a brand are made, under a name: style, scene, light, background and size.",
        )}
        actions={<ButtonLink href="/studio">{t("Make one in the studio")}</ButtonLink>}
      />
      <LookList photos={photos} />
    </>
  );
}
