"use client";

import { useId } from "react";
import { cn } from "../ui/cn.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { useExampleKey } from "./key-store.ts";
import { chooseLanguage, type Language, languages, useLanguage } from "./language-store.ts";
import { keyPlaceholder } from "./placeholder.ts";

const frameClass = "overflow-hidden rounded-lg border border-line bg-surface shadow-card";
const preClass = "overflow-x-auto px-4 py-3.5 font-mono text-xs leading-relaxed outline-offset-[-2px]";

/** A piece of text to read or copy, with a title. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
  const shown = text.replaceAll(keyPlaceholder, useExampleKey());
  return (
    <div className={frameClass}>
      <div className="flex h-10 items-center justify-between gap-3 border-line border-b pr-1 pl-4">
        <p className="text-muted text-xs">{title}</p>
        <CopyButton text={shown} label={`Copy: ${title}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className={cn(preClass, "max-h-96")}>
        {shown}
      </pre>
    </div>
  );
}

const paneClasses: Record<Language, string> = {
  curl: "group-has-[[value=curl]:checked]/code:block",
  javascript: "group-has-[[value=javascript]:checked]/code:block",
  python: "group-has-[[value=python]:checked]/code:block",
};

/** The same call in every language. Plain radio buttons choose, so it works before scripts run. */
export function CodeTabs({ title, samples }: { title: string; samples: Record<Language, string> }) {
  const id = useId();
  const language = useLanguage();
  const key = useExampleKey();
  const shown = (of: Language) => samples[of].replaceAll(keyPlaceholder, key);
  return (
    <div className={cn(frameClass, "group/code")}>
      <div className="flex h-10 items-center justify-between gap-3 border-line border-b pr-1 pl-2">
        <fieldset className="flex h-full items-stretch">
          <legend className="sr-only">Language: {title}</legend>
          {languages.map(({ id: value, name }) => (
            <label
              key={value}
              className={cn(
                "flex items-center border-transparent border-b-2 px-2.5 font-medium text-muted text-xs hover:text-ink",
                "has-checked:border-accent-ink has-checked:text-ink",
                "has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-[-4px]",
              )}
            >
              <input
                type="radio"
                name={id}
                value={value}
                checked={language === value}
                onChange={() => chooseLanguage(value)}
                className="sr-only"
              />
              {name}
            </label>
          ))}
        </fieldset>
        <CopyButton text={shown(language)} label={`Copy: ${title}`} />
      </div>
      {languages.map(({ id: value }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard
        <pre key={value} tabIndex={0} className={cn(preClass, "hidden", paneClasses[value])}>
          {shown(value)}
        </pre>
      ))}
    </div>
  );
}
