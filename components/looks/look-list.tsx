"use client";

import { Palette } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useTranslate } from "../language/language.tsx";
import { EmptyState } from "../ui/page.tsx";
import { Skeleton } from "../ui/progress.tsx";
import { deleteLater } from "./delete-later.ts";
import { LookCard } from "./look-card.tsx";
import { type Look, refreshLooks, useLooks } from "./use-looks.ts";

interface LookListProps {
  /** The newest photo of each look, by the look's id. */
  photos: Readonly<Record<string, string>>;
}

export function LookList({ photos }: LookListProps) {
  const t = useTranslate();
  const looks = useLooks();
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const shown = looks?.filter(({ id }) => !leaving.includes(id));

  const remove = ({ id, name }: Look) => {
    const stay = () => setLeaving((ids) => ids.filter((one) => one !== id));
    setLeaving((ids) => [...ids, id]);
    const { undo, delayMs } = deleteLater(id, async (isGone) => {
      if (!isGone) toast.error(t("“{name}” could not be deleted", { name }));
      await refreshLooks();
      stay();
    });
    toast(t("“{name}” is deleted", { name }), {
      duration: delayMs,
      action: {
        label: t("Undo"),
        onClick: () => {
          undo();
          stay();
        },
      },
    });
  };

  if (!shown) return <Skeleton className="h-64 rounded-lg" />;
  if (shown.length === 0) {
    return (
      <EmptyState icon={Palette} title={t("No looks yet")}>
        {t("Set up a photo in the studio and choose “Save as look”: the next products look the same.")}
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {shown.map((look) => (
        <li key={look.id} data-testid="look">
          <LookCard look={look} photo={photos[look.id]} onDelete={() => remove(look)} />
        </li>
      ))}
    </ul>
  );
}
