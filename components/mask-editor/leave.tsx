"use client";

import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { useTranslate } from "../language/language.tsx";
import { openLayer } from "../ui/back.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";

/**
 * While `active`, asks before leaving: the browser asks when the page is closed or reloaded; for Back, `onLeave` is
 * called. Returns a function that lets the next navigation pass.
 */
export function useLeaveGuard(active: boolean, onLeave: () => void): () => void {
  const isLeaving = useRef(false);
  const ask = useEffectEvent(onLeave);
  // A layout effect, so that the guard is active before the user can leave.
  useLayoutEffect(() => {
    if (!active) return;
    const closing = new AbortController();
    const { signal } = closing;
    window.addEventListener("beforeunload", (event) => !isLeaving.current && event.preventDefault(), {
      signal,
    });
    // A layer that reopens with each press of Back, which keeps the browser on the page.
    let close: () => void = () => undefined;
    const stay = () => {
      close = openLayer(() => {
        if (isLeaving.current) return;
        stay();
        ask();
      });
    };
    stay();
    return () => {
      closing.abort();
      close();
    };
  }, [active]);
  return () => {
    isLeaving.current = true;
  };
}

interface LeaveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLeave: () => void;
}

/** Asks for confirmation before unsaved strokes are lost. */
export function LeaveDialog({ open, onOpenChange, onLeave }: LeaveDialogProps) {
  const t = useTranslate();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t("Leave without saving?")}
      footer={
        <>
          <Button variant="danger" onClick={onLeave}>
            {t("Leave")}
          </Button>
          <DialogClose asChild>
            <Button>{t("Continue correcting")}</Button>
          </DialogClose>
        </>
      }
    >
      <p className="text-muted text-sm">{t("What you painted since the last save would be lost.")}</p>
    </Dialog>
  );
}
