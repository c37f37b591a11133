"use client";

import { CircleHelp } from "lucide-react";
import { useTranslate } from "../language/language.tsx";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface HelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function Help({ open, onOpenChange }: HelpProps) {
  const t = useTranslate();
  const pointer = [
    { keys: [t("Drag")], does: t("Paint") },
    { keys: [t("Wheel"), t("Two fingers")], does: t("Zoom") },
    { keys: [t("Space and drag"), t("Two fingers")], does: t("Move the picture") },
  ];
  const keyboard = [
    { keys: ["← ↑ → ↓"], does: t("Move the brush, with Shift faster") },
    { keys: [t("Space"), "Enter"], does: t("Paint; held down with arrows: draw a line") },
    { keys: ["E", "R", "X"], does: t("Erase, restore, swap") },
    { keys: ["[", "]"], does: t("Smaller or larger brush") },
    { keys: ["F"], does: t("Stop at edges, or not") },
    { keys: ["B"], does: t("Next background") },
    { keys: ["Ctrl Z", "Shift Ctrl Z"], does: t("Undo, redo") },
    { keys: ["+", "−", "0", "1"], does: t("Zoom in, out, whole picture, 100 %") },
    { keys: ["Ctrl ← ↑ → ↓"], does: t("Move the picture") },
    { keys: ["Ctrl S"], does: t("Save") },
  ];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t("How to correct a cut-out")}
      description={t(
        "Restore adds parts of the product up to its edge; Erase removes what does not belong to it. The area under the dot in the middle of the brush decides.",
      )}
      trigger={<IconButton icon={CircleHelp} label={t("Help and keys")} title={t("Help and keys")} />}
    >
      {[
        { title: t("By hand"), rows: pointer },
        { title: t("By keyboard, with the picture focused"), rows: keyboard },
      ].map(({ title, rows }) => (
        <section key={title} className="mt-4 first:mt-0">
          <h3 className="mb-1.5 font-medium text-sm">{title}</h3>
          <dl className="grid gap-y-1.5 text-sm">
            {rows.map(({ keys, does }) => (
              <div key={does + keys[0]} className="flex items-baseline justify-between gap-4">
                <dt className="flex flex-wrap gap-1">
                  {keys.map((key) => (
                    <kbd key={key} className="rounded-sm bg-sunken px-1.5 py-0.5 font-sans text-xs">
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd className="text-right text-muted">{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
