import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

/** The look of everything one types into. 16 px on phones, where smaller text makes the browser zoom. */
export const inputClass = cn(
  "w-full rounded-md border border-line-strong bg-surface text-ink shadow-card outline-offset-0",
  "text-[1rem] sm:text-sm",
  "transition-colors hover:border-faint focus-visible:border-accent-ink",
  "aria-invalid:border-danger disabled:bg-sunken disabled:text-faint",
);

interface Labels {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Stands to the right of the label: a link, a counter. */
  aside?: ReactNode;
}

/** A labelled text input with its hint and error wired for screen readers. */
export function Field({
  label,
  hint,
  error,
  aside,
  id,
  className,
  ...rest
}: ComponentProps<"input"> & Labels) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <FieldFrame id={inputId} label={label} hint={hint} error={error} aside={aside}>
      <input
        id={inputId}
        className={cn(inputClass, "h-10 px-3", className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${inputId}-note` : undefined}
        {...rest}
      />
    </FieldFrame>
  );
}

/** A labelled text area, wired like Field. */
export function TextField({
  label,
  hint,
  error,
  aside,
  id,
  className,
  ...rest
}: ComponentProps<"textarea"> & Labels) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <FieldFrame id={inputId} label={label} hint={hint} error={error} aside={aside}>
      <textarea
        id={inputId}
        className={cn(inputClass, "field-sizing-content min-h-20 px-3 py-2", className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${inputId}-note` : undefined}
        {...rest}
      />
    </FieldFrame>
  );
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  aside,
  children,
}: Labels & { id: string; children: ReactNode }) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {aside && <div className="text-muted text-xs">{aside}</div>}
      </div>
      {children}
      {(error || hint) && (
        <div id={`${id}-note`} className="mt-1.5 text-xs">
          {error ? (
            <span className="flex items-start gap-1.5 text-danger-ink">
              <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {error}
            </span>
          ) : (
            <span className="text-muted">{hint}</span>
          )}
        </div>
      )}
    </div>
  );
}
