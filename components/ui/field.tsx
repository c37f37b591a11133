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
export function Field({ label, hint, error, aside, className, ...rest }: ComponentProps<"input"> & Labels) {
  return (
    <Labelled labels={{ label, hint, error, aside }} id={rest.id}>
      {(wiring) => <input className={cn(inputClass, "h-10 px-3", className)} {...rest} {...wiring} />}
    </Labelled>
  );
}

/** A labelled text area, wired like Field. */
export function TextField({
  label,
  hint,
  error,
  aside,
  className,
  ...rest
}: ComponentProps<"textarea"> & Labels) {
  return (
    <Labelled labels={{ label, hint, error, aside }} id={rest.id}>
      {(wiring) => (
        <textarea
          className={cn(inputClass, "field-sizing-content min-h-20 px-3 py-2", className)}
          {...rest}
          {...wiring}
        />
      )}
    </Labelled>
  );
}

interface Wiring {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

function Labelled({
  labels: { label, hint, error, aside },
  id,
  children,
}: {
  labels: Labels;
  id: string | undefined;
  children: (wiring: Wiring) => ReactNode;
}) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={inputId} className="font-medium text-sm">
          {label}
        </label>
        {aside && <div className="text-muted text-xs">{aside}</div>}
      </div>
      {children({
        id: inputId,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": hint || error ? noteId : undefined,
      })}
      {(error || hint) && (
        <div id={noteId} className="mt-1.5 text-xs">
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

interface RadioProps {
  /** The same for all of which one is chosen. */
  group: string;
  checked: boolean;
  onChoose: () => void;
  /** Said to screen readers, where the label around it is a picture. */
  name?: string;
}

/** An invisible radio button: it lies over the label around it, which shows its state. */
export function Radio({ group, checked, onChoose, name }: RadioProps) {
  return (
    <input
      type="radio"
      name={group}
      checked={checked}
      onChange={onChoose}
      aria-label={name}
      className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit] -outline-offset-2"
    />
  );
}
