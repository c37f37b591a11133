"use client";

import { CircleAlert, LoaderCircle } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useLanguage, useTranslate } from "../language/language.tsx";
import type { MadePhoto } from "../photos/again.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Editor } from "./editor.tsx";
import { type Loaded, loadWork, problemText } from "./service.ts";

interface MaskEditorProps {
  /** URL of the source picture on the image host. */
  imageUrl: string;
  photos: readonly MadePhoto[];
  backPath: string;
}

type State = { is: "loading" } | { is: "ready"; loaded: Loaded } | { is: "failed"; error: unknown };

export function MaskEditor({ imageUrl, photos, backPath }: MaskEditorProps) {
  const language = useLanguage();
  const { t } = language;
  const [state, setState] = useState<State>({ is: "loading" });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reloads the same picture
  useEffect(() => {
    const closing = new AbortController();
    setState({ is: "loading" });
    loadWork(imageUrl, closing.signal).then(
      (loaded) => setState({ is: "ready", loaded }),
      (error: unknown) => {
        if (!closing.signal.aborted) setState({ is: "failed", error });
      },
    );
    return () => closing.abort();
  }, [imageUrl, round]);

  if (state.is === "ready") {
    return (
      <Editor
        key={round}
        imageUrl={imageUrl}
        photos={photos}
        backPath={backPath}
        loaded={state.loaded}
        onReload={reload}
      />
    );
  }
  if (state.is === "loading") {
    return (
      <Middle icon={<LoaderCircle aria-hidden className="animate-spin" />}>
        <p role="status">{t("Getting the picture and its cut-out")}</p>
      </Middle>
    );
  }
  return (
    <Middle icon={<CircleAlert aria-hidden />} title={t("The picture could not be opened")}>
      <p role="alert">{problemText(state.error, language)}</p>
      <p className="mt-5 flex justify-center gap-2">
        <ButtonLink href={backPath} variant="secondary">
          {t("Back")}
        </ButtonLink>
        <Button onClick={reload}>{t("Try again")}</Button>
      </p>
    </Middle>
  );
}

function Middle({ icon, title, children }: { icon: ReactNode; title?: string; children: ReactNode }) {
  const t = useTranslate();
  return (
    <main id="content" className="grid min-h-dvh place-content-center justify-items-center px-6 text-center">
      <div className="mb-3 text-muted [&_svg]:size-7">{icon}</div>
      <h1 className={title ? "font-semibold text-base" : "sr-only"}>{title ?? t("Correct the cut-out")}</h1>
      <div className="mt-1 max-w-sm text-muted text-sm">{children}</div>
    </main>
  );
}
