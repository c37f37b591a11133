"use client";

import { toast } from "sonner";
import type { FormAction } from "#lib/auth/action.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";

interface RevokeKeyProps {
  id: string;
  name: string;
  action: FormAction<{ id: string }>;
}

export function RevokeKey({ id, name, action }: RevokeKeyProps) {
  const revoke = async () => {
    const form = new FormData();
    form.set("id", id);
    const answer = await action({}, form).catch(() => ({ error: "There is no connection. Try again." }));
    if (answer.error) toast.error(answer.error);
    else toast.success(`“${name}” is revoked`);
  };
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="sm">
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      }
      title={`Revoke “${name}”?`}
      description="Whatever uses this key stops working at once. A revoked key cannot be brought back; photos made with it stay."
      confirmLabel="Revoke key"
      onConfirm={revoke}
    />
  );
}
