"use client";

import { BookmarkPlus, ChevronDown, Palette } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { callApi } from "#lib/contract/client.ts";
import { useLanguage } from "../../language/language.tsx";
import { describeLook } from "../../looks/describe.ts";
import { NameDialog } from "../../looks/name-dialog.tsx";
import { type Look, refreshLooks, useLooks } from "../../looks/use-looks.ts";
import { tryCall } from "../../shell/faults.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../../ui/menu.tsx";
import { applyLook, isChanged, toLookSettings } from "../order/looks.ts";
import { useStudio, useStudioState } from "../store.ts";

/** Selects, changes and saves the brand look of the settings. */
export function LookPicker() {
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const settings = useStudioState((state) => state.settings);
  const looks = useLooks();
  const [saving, setSaving] = useState(false);
  const { look } = settings;
  const changed = isChanged(settings);

  const choose = async ({ id, name, settings: stored }: Look) => {
    studio.set({ look: { id, name, settings: stored } });
    await refreshLooks();
    toast.success(t("“{name}” is kept", { name }));
  };
  const saveNew = async (name: string) => {
    const input = { name, settings: toLookSettings(settings) };
    await choose(await callApi("POST /api/v1/looks", { input }));
  };
  const update = (id: string) =>
    tryCall(async () => {
      const input = { settings: toLookSettings(settings) };
      await choose(await callApi("PATCH /api/v1/looks/{id}", { params: { id }, input }));
    }, language);

  return (
    <div className="flex items-center gap-2" data-testid="look-picker">
      <Menu
        className="max-h-80 max-w-72 overflow-y-auto"
        trigger={
          <Button variant="secondary" size="sm" className="min-w-0 flex-1 justify-start">
            <Palette aria-hidden />
            <span className="min-w-0 truncate">{look ? look.name : t("Brand look")}</span>
            {changed && <span className="shrink-0 font-normal text-muted text-xs">{t("changed")}</span>}
            <ChevronDown aria-hidden className="ml-auto" />
          </Button>
        }
      >
        <MenuLabel>
          {looks?.length === 0 ? t("Keep settings under a name, and use them again") : t("Brand looks")}
        </MenuLabel>
        {looks?.map((one) => (
          <MenuItem key={one.id} onSelect={() => studio.set(applyLook(settings, one))}>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{one.name}</span>
              <span className="block truncate text-faint text-xs">
                {describeLook(one.settings, language)}
              </span>
            </span>
          </MenuItem>
        ))}
        <MenuSeparator />
        {look && changed && (
          <>
            <MenuItem onSelect={() => studio.set(applyLook(settings, look))}>
              {t("Back to “{name}”", { name: look.name })}
            </MenuItem>
            <MenuItem onSelect={() => void update(look.id)}>
              {t("Keep the changes in “{name}”", { name: look.name })}
            </MenuItem>
          </>
        )}
        {look && <MenuItem onSelect={() => studio.set({ look: null })}>{t("No look")}</MenuItem>}
        <MenuItem asChild>
          <Link href="/looks">{t("Manage looks")}</Link>
        </MenuItem>
      </Menu>
      {look ? (
        <IconButton
          icon={BookmarkPlus}
          size="icon-sm"
          label={t("Save as look")}
          title={t("Save as look")}
          onClick={() => setSaving(true)}
        />
      ) : (
        <Button variant="ghost" size="sm" onClick={() => setSaving(true)}>
          <BookmarkPlus aria-hidden />
          {t("Save as look")}
        </Button>
      )}
      {saving && (
        <NameDialog
          open
          onOpenChange={setSaving}
          title={t("Save as look")}
          description={describeLook(toLookSettings(settings), language)}
          name={look && changed ? t("{name}, changed", { name: look.name }) : ""}
          onSave={saveNew}
        />
      )}
    </div>
  );
}

/** Applies the look that the URL names, and keeps the selected look up to date. */
export function useLookOfPage(): void {
  const looks = useLooks();
  useLookOfUrl(looks);
  useLookSync(looks);
}

/** Applies the look named in the URL, once: `/studio?look=look_…`. */
function useLookOfUrl(looks: readonly Look[] | null): void {
  const studio = useStudio();
  useEffect(() => {
    const address = new URL(window.location.href);
    const look = looks?.find(({ id }) => id === address.searchParams.get("look"));
    if (!look) return;
    studio.set(applyLook(studio.store.getState().settings, look));
    address.searchParams.delete("look");
    window.history.replaceState(window.history.state, "", address);
  }, [looks, studio]);
}

/** Keeps the selected look up to date; a deleted one is deselected. */
function useLookSync(looks: readonly Look[] | null): void {
  const studio = useStudio();
  useEffect(() => {
    const { look } = studio.store.getState().settings;
    if (!looks || !look) return;
    const now = looks.find(({ id }) => id === look.id);
    const known = now ? { id: now.id, name: now.name, settings: now.settings } : null;
    if (JSON.stringify(known) !== JSON.stringify(look)) studio.set({ look: known });
  }, [looks, studio]);
}
