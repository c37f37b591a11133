"use client";

import { Pencil } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { callApi } from "#lib/contract/client.ts";
import { maxTitleLength, metadataLimits } from "#lib/contract/limits.ts";
import { skuKey, skuOf } from "#lib/generations/history/file-name.ts";
import { useLanguage } from "../language/language.tsx";
import { tryAction } from "../photos/actions.ts";
import { type Entry, nameOf } from "../photos/model.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Spinner } from "../ui/progress.tsx";

interface RenameProps {
  entry: Entry;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (entry: Entry) => void;
}

export function Rename({ entry, isOpen, onOpen, onChange }: RenameProps) {
  const language = useLanguage();
  const { t } = language;
  const pencil = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const wasOpen = useRef(isOpen);
  // Returns the focus to the button when the form closes.
  useEffect(() => {
    if (wasOpen.current && !isOpen) pencil.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const given = new FormData(event.currentTarget);
    setBusy(true);
    const isDone = await tryAction(async () => {
      const input = changeOf(entry, { title: textOf(given.get("title")), sku: textOf(given.get("sku")) });
      onChange(await callApi("PATCH /api/v1/generations/{id}", { params: { id: entry.id }, input }));
    }, language);
    setBusy(false);
    if (isDone) onOpen(false);
  };
  const [name, sku] = [nameOf(entry), skuOf(entry.metadata)];
  if (!isOpen) {
    return (
      <div className="flex items-start justify-between gap-2">
        <dl className="min-w-0 text-sm">
          <dt className="text-faint text-xs">{t("SKU")}</dt>
          <dd className="mt-0.5 break-words">{sku ?? <span className="text-muted">{t("Not set")}</span>}</dd>
        </dl>
        <IconButton
          ref={pencil}
          icon={Pencil}
          size="icon-sm"
          label={t("Rename")}
          title={t("Rename")}
          onClick={() => onOpen(true)}
        />
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void save(event)} className="space-y-3">
      <Field
        label={t("Name")}
        name="title"
        defaultValue={entry.title ?? ""}
        placeholder={name ?? ""}
        maxLength={maxTitleLength}
        autoComplete="off"
        autoFocus
      />
      <Field
        label={t("SKU")}
        name="sku"
        defaultValue={sku ?? ""}
        hint={t("Pictures with one SKU are shown as one product.")}
        maxLength={metadataLimits.valueLength}
        autoComplete="off"
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" aria-busy={isBusy} disabled={isBusy}>
          {isBusy && <Spinner />} {t("Save")}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => onOpen(false)}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}

/** The fields to update; an empty input removes its value. */
function changeOf({ metadata }: Entry, { title, sku }: { title: string; sku: string }) {
  const { [skuKey]: _before, ...others } = metadata ?? {};
  const words = { ...others, ...(sku && { [skuKey]: sku }) };
  return { title: title || null, metadata: Object.keys(words).length > 0 ? words : null };
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.trim() : "";
}
