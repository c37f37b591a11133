"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { callApi } from "#lib/contract/client.ts";
import { describeFault } from "../language/faults.ts";
import { useLanguage } from "../language/language.tsx";

export const undoMs = 10_000;

interface Deletion {
  ids: readonly string[];
  toastId: string | number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Deletes with undo: entries are hidden at once and deleted after `undoMs`, or earlier if the page is left or another
 * deletion starts. `onDeleted` receives the deleted ids. Entries that the service refuses to delete reappear.
 */
export function useDeletion(onDeleted: (ids: ReadonlySet<string>) => void) {
  const language = useLanguage();
  const { t } = language;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [canUndo, setCanUndo] = useState(false);
  const waiting = useRef<Deletion | null>(null);

  const show = (ids: readonly string[]) =>
    setHidden((known) => new Set([...known].filter((id) => !ids.includes(id))));

  /** Returns the pending deletion and clears it; the caller then deletes or restores the entries. */
  const stopWaiting = (): Deletion | null => {
    const deletion = waiting.current;
    waiting.current = null;
    clearTimeout(deletion?.timer);
    setCanUndo(false);
    if (deletion) toast.dismiss(deletion.toastId);
    return deletion;
  };

  const commit = async ({ isLeaving = false } = {}) => {
    const deletion = stopWaiting();
    if (!deletion) return;
    try {
      const input = { ids: [...deletion.ids] };
      const { open } = await callApi("POST /api/v1/generations/delete", { input, keepalive: isLeaving });
      onDeleted(new Set(deletion.ids.filter((id) => !open.includes(id))));
      show(open);
    } catch (error) {
      show(deletion.ids);
      const { message } = describeFault(error, language, t("There is no connection to the service."));
      toast.error(message, { description: t("Nothing was deleted.") });
    }
  };

  const undo = () => {
    const deletion = stopWaiting();
    if (deletion) show(deletion.ids);
  };

  const remove = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    void commit();
    setHidden((known) => new Set([...known, ...ids]));
    const toastId = toast(t("{count, plural, one {Deleted} other {Deleted #}}", { count: ids.length }), {
      duration: Number.POSITIVE_INFINITY,
      description: t("After 10 seconds, the pictures are deleted from the image host as well."),
      action: { label: t("Undo"), onClick: undo },
    });
    waiting.current = { ids, toastId, timer: setTimeout(() => void commit(), undoMs) };
    setCanUndo(true);
  };

  const leave = useEffectEvent(() => void commit({ isLeaving: true }));
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (isTyping || event.shiftKey || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey))
      return;
    if (waiting.current) event.preventDefault();
    undo();
  });
  useEffect(() => {
    const away = new AbortController();
    window.addEventListener("pagehide", () => leave(), away);
    window.addEventListener("keydown", (event) => press(event), away);
    return () => {
      away.abort();
      leave();
    };
  }, []);

  return { hidden, canUndo, remove, undo };
}
