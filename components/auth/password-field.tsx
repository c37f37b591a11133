"use client";

import { type ComponentProps, useState } from "react";
import { Field } from "../ui/field.tsx";

/** A password that can be shown while typing it. */
export function PasswordField({ aside, ...rest }: Omit<ComponentProps<typeof Field>, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...rest}
      type={shown ? "text" : "password"}
      aside={
        <span className="flex items-center gap-3">
          {aside}
          <button
            type="button"
            aria-pressed={shown}
            className="rounded-sm text-muted hover:text-ink"
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
            <span className="sr-only"> password</span>
          </button>
        </span>
      }
    />
  );
}
