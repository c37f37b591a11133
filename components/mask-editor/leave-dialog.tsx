"use client";

import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";

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
