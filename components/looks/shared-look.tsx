import type { ReactNode } from "react";
import type { ShownLookSettings } from "#lib/contract/looks/schemas.ts";
import { getLanguage } from "../language/server.ts";
import { Card } from "../ui/card.tsx";
import { describeLook } from "./describe.ts";
import { LookPicture } from "./look-picture.tsx";

interface SharedLookProps {
  name: string;
  settings: ShownLookSettings;
  actions: ReactNode;
}

/** A shared look as visitors see it: name and settings, nothing about its owner. */
export async function SharedLook({ name, settings, actions }: SharedLookProps) {
  const { t } = await getLanguage();
  return (
    <Card className="overflow-hidden">
      <LookPicture
        t={t}
        style={settings.style}
        background={settings.background}
        sizes="(min-width: 768px) 46rem, 95vw"
      />
      <div className="space-y-5 p-5 sm:p-7">
        <div>
          <p className="text-muted text-sm">{t("A brand look that was shared with you")}</p>
          <h1 className="mt-1 break-words font-semibold text-2xl tracking-tight">{name}</h1>
          <p className="mt-1 text-muted">{describeLook(settings, t)}</p>
        </div>
        {settings.prompt && (
          <blockquote className="break-words border-line-strong border-l-2 pl-4 text-sm">
            {settings.prompt}
          </blockquote>
        )}
        {settings.background?.image_url && (
          <p className="text-muted text-sm">{t("Its background picture is copied too.")}</p>
        )}
        <p className="text-sm">
          {t("Copy it to make photos of your own products with this look. The picture shows its style.")}
        </p>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </Card>
  );
}
