"use client";

import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { callApi } from "#lib/contract/client.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { useLanguage } from "../language/language.tsx";
import { StylePhoto } from "../photos/style-photo.tsx";
import { ButtonLink, IconButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { Picture } from "../ui/picture.tsx";
import { StyledBox } from "../ui/styled-box.tsx";
import { describeLook } from "./describe.ts";
import { NameDialog } from "./name-dialog.tsx";
import { type Look, refreshLooks } from "./use-looks.ts";

interface LookCardProps {
  look: Look;
  /** A photo made with the look; without one, the preview of its scene or the example of its style is shown. */
  photo: string | undefined;
  onDelete: () => void;
}

export function LookCard({ look, photo, onDelete }: LookCardProps) {
  const language = useLanguage();
  const { t } = language;
  const { id, name, settings } = look;
  const scenePicture = settings.scene && `/api/v1/scenes/${settings.scene}/preview`;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const rename = async (newName: string) => {
    await callApi("PATCH /api/v1/looks/{id}", { params: { id }, input: { name: newName } });
    await refreshLooks();
  };
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <div className="relative aspect-4/3 w-full overflow-hidden bg-sunken">
        {photo ? (
          <Picture src={resizedUrl(photo, "tile")} alt="" loading="lazy" className="size-full object-cover" />
        ) : scenePicture ? (
          <Picture src={scenePicture} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <StylePhoto
            style={settings.style ?? "studio"}
            t={t}
            sizes="(min-width: 1280px) 20rem, (min-width: 640px) 45vw, 90vw"
            className="size-full object-cover"
          />
        )}
        {settings.background?.color && (
          <StyledBox
            className="absolute right-2.5 bottom-2.5 size-6 rounded-full shadow-float ring-2 ring-surface"
            runtimeStyle={{ "background-color": settings.background.color }}
          />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="min-w-0 flex-1">
          <h2 className="break-words font-semibold text-base">{name}</h2>
          <p className="mt-0.5 text-muted text-sm">{describeLook(settings, language)}</p>
        </div>
        <div className="flex items-center gap-2">
          <ButtonLink href={`/studio?look=${id}`} variant="secondary" size="sm">
            {t("Use it")}
          </ButtonLink>
          <Menu
            trigger={
              <IconButton
                icon={Ellipsis}
                size="icon-sm"
                label={t("More for “{name}”", { name })}
                className="ml-auto"
              />
            }
          >
            <MenuItem onSelect={() => setOpen(true)}>
              <Pencil aria-hidden /> {t("Rename")}
            </MenuItem>
            <MenuItem onSelect={onDelete}>
              <Trash2 aria-hidden /> {t("Delete")}
            </MenuItem>
          </Menu>
        </div>
      </div>
      {open && (
        <NameDialog open onOpenChange={close} title={t("Rename the look")} name={name} onSave={rename} />
      )}
    </Card>
  );
}
