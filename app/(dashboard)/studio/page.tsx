import type { Metadata } from "next";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireUser } from "#lib/auth/page.ts";

export const metadata: Metadata = { title: "Studio" };

export default async function StudioPage() {
  await requireUser("/studio");
  return <PageHeader title="Studio" description="Drop a product picture, choose a style, get the photo." />;
}
