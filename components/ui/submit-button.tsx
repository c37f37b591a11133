"use client";

import type { ComponentProps } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

/** The button that sends its form; busy, not disabled, while the form is under way, so that focus stays. */
export function SubmitButton({ children, onClick, ...rest }: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus();
  return (
    <Button
      {...rest}
      type="submit"
      aria-busy={pending}
      aria-disabled={pending}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending && <Spinner />}
      {children}
    </Button>
  );
}
