"use client";

import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { callApi } from "#lib/contract/client.ts";
import { useTranslate } from "../language/language.tsx";
import { ButtonLink, IconButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { describeLook } from "./describe.ts";
import { LookPicture } from "./look-picture.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { type Look, refreshLooks } from "./use-looks.ts";

interface LookCardProps {
  look: Look;
  photo: string | undefined;
  onDelete: () => void;
}

export function LookCard({ look, photo, onDelete }: LookCardProps) {
  const t = useTranslate();
  const { id, name, settings } = look;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const rename = async (newName: string) => {
    await callApi("PATCH /api/v1/looks/{id}", { params: { id }, input: { name: newName } });
    await refreshLooks();
  };
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <LookPicture
        t={t}
        style={settings.style}
        background={settings.background}
        photo={photo}
        sizes="(min-width: 1280px) 20rem, (min-width: 640px) 45vw, 90vw"
      />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 font-semibold text-base">
            <span className="min-w-0 break-words">{name}</span>
          </h2>
          <p className="mt-0.5 text-muted text-sm">{describeLook(settings, t)}</p>
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
