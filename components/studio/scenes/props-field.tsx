"use client";

import { X } from "lucide-react";
import { isPaintable } from "#components/photos/modes.ts";
import type { Settings } from "#components/photos/settings.ts";
import { maxProps, type PropName, propNames, propTitles } from "#lib/contract/photos/values.ts";
import { useLanguage } from "../../language/language.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useStudio, useStudioState } from "../store.ts";

/** Whether photos with these settings have ground for props. */
export function canHaveProps({ scene, styles, options }: Settings): boolean {
  return scene !== null && options.background === undefined && styles.some(isPaintable);
}

/** Adds small things around the product, up to a few kinds, where a scene is chosen. */
export function PropsField() {
  const { t, locale } = useLanguage();
  const { setOptions } = useStudio();
  const settings = useStudioState((state) => state.settings);
  if (!canHaveProps(settings)) return null;
  const chosen = settings.options.props ?? [];
  const nameOf = (name: PropName) => propTitles[name][locale];
  const change = (props: PropName[]) => setOptions((options) => ({ ...options, props }));
  const isFull = chosen.length >= maxProps;
  const others = propNames
    .filter((name) => !chosen.includes(name))
    .map((name) => [name, nameOf(name)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, locale));
  return (
    <div className="space-y-2">
      <SelectField
        label={t("Around the product")}
        value=""
        disabled={isFull}
        className="h-9 px-2"
        options={[
          ["", isFull ? t("No more than {most}", { most: maxProps }) : t("Add something")],
          ...others,
        ]}
        onChange={(event) => {
          const added = propNames.find((name) => name === event.target.value);
          if (added) change([...chosen, added]);
        }}
      />
      {chosen.length > 0 && (
        <ul aria-label={t("Around the product")} className="flex flex-wrap gap-1.5">
          {chosen.map((name) => (
            <li key={name}>
              <button
                type="button"
                aria-label={t("Remove {name}", { name: nameOf(name) })}
                onClick={() => change(chosen.filter((one) => one !== name))}
                className="flex items-center gap-1 rounded-full border border-line-strong bg-surface px-2.5 py-1 text-xs transition-colors hover:bg-sunken touch:min-h-11"
              >
                {nameOf(name)}
                <X aria-hidden className="size-3 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
