import { notFound } from "next/navigation";
import { titled } from "#components/language/server.ts";
import { MaskEditor } from "#components/mask-editor/mask-editor.tsx";
import { requireUser } from "#lib/auth/page.ts";
import { safePath } from "#lib/auth/redirect.ts";
import { imageUrl } from "#lib/contract/fields.ts";
import { generationList } from "#lib/contract/generations/schemas.ts";
import { toWire } from "#lib/contract/wire.ts";
import { listPhotosOf } from "#lib/generations/history/photos-of-picture.ts";
import type { PageOf } from "#lib/platform/search.ts";

export const generateMetadata = titled((t) => t("Correct the cut-out"));

/** `image`: the source's URL on the image host; `back`: the path of the previous page. */
export default async function MaskPage({ searchParams }: PageOf) {
  const { image, back } = await searchParams;
  const { data: source } = imageUrl.safeParse(image);
  if (source === undefined) notFound();
  const backPath = safePath(back);
  const user = await requireUser(`/studio/mask?${new URLSearchParams({ image: source, back: backPath })}`);
  const photos = await listPhotosOf({ imageUrl: source }, { userId: user.id });
  const { data } = generationList.parse(toWire({ data: photos, nextCursor: null }));
  return <MaskEditor imageUrl={source} photos={data} backPath={backPath} />;
}
