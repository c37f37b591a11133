import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

/** Classes of text inputs. 16 px on phones, because browsers zoom into inputs with smaller text. */
export const inputClass = cn(
  "w-full rounded-md border border-line-strong bg-surface text-ink shadow-card outline-offset-0",
  "text-[1rem] sm:text-sm touch:min-h-11",
  "transition-colors hover:border-faint focus-visible:border-accent-ink",
  "aria-invalid:border-danger disabled:bg-sunken disabled:text-faint",
);

interface Labels {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown to the right of the label, for example a link or a counter. */
  aside?: ReactNode;
}

interface FieldProps extends ComponentProps<"input">, Labels {
  /** A button at the end of the input. */
  inside?: ReactNode;
}

/** A labeled text input whose hint and error are announced by screen readers. */
export function Field({ label, hint, error, aside, inside, className, ...rest }: FieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <div className="relative">
          <input
            className={cn(inputClass, "h-10 px-3", inside !== undefined && "pr-11", className)}
            {...rest}
            {...wiring}
          />
          {inside && <span className="absolute inset-y-0 right-0 grid place-items-center">{inside}</span>}
        </div>
      )}
    </Labelled>
  );
}

export function TextField({ label, aside, className, ...rest }: ComponentProps<"textarea"> & Labels) {
  return (
    <Labelled label={label} aside={aside}>
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

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cn(
        "flex items-start gap-2.5 touch:min-h-11 text-sm",
        !hint && "touch:items-center",
        className,
      )}
    >
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...rest} />
      <span>
        {label}
        {hint && <span className="block text-muted text-xs">{hint}</span>}
      </span>
    </label>
  );
}

interface SelectProps extends Omit<ComponentProps<"select">, "children"> {
  options: readonly (readonly [value: string | number, label: string])[];
}

export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <select className={cn(inputClass, className)} {...rest}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function SelectField({ label, error, ...rest }: SelectProps & Pick<Labels, "label" | "error">) {
  return (
    <Labelled label={label} error={error}>
      {(wiring) => <Select {...rest} {...wiring} />}
    </Labelled>
  );
}

type Wiring = Pick<ComponentProps<"input">, "id" | "aria-invalid" | "aria-describedby">;

interface LabelledProps extends Labels {
  children: (wiring: Wiring) => ReactNode;
}

function Labelled({ label, hint, error, aside, children }: LabelledProps) {
  const inputId = useId();
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

export const tileClass =
  "rounded-lg border border-line px-2.5 py-1.5 transition-colors hover:border-line-strong has-checked:border-accent-ink has-checked:bg-accent-soft";

export interface ChoicesProps<Value extends string>
  extends Omit<ComponentProps<"fieldset">, "children" | "title"> {
  options: readonly Value[];
  /** An array allows several values; then `onChoose` toggles the clicked one. */
  chosen: Value | readonly Value[];
  onChoose: (option: Value) => void;
  /** Class of an option's label; `has-checked:` styles the selected one. */
  optionClass: string;
  /** The accessible name of options that are pictures. */
  nameOf?: (option: Value) => string;
  titleOf?: (option: Value) => string;
  children: (option: Value) => ReactNode;
}

/** Options with one or several selected values; each is covered by an invisible radio button or checkbox. */
export function Choices<Value extends string>({
  options,
  chosen,
  onChoose,
  optionClass,
  nameOf,
  titleOf,
  children,
  ...rest
}: ChoicesProps<Value>) {
  const group = useId();
  const isSeveral = typeof chosen !== "string";
  return (
    <fieldset {...rest}>
      {options.map((option) => (
        <label key={option} title={titleOf?.(option)} className={cn("relative", optionClass)}>
          <input
            type={isSeveral ? "checkbox" : "radio"}
            name={group}
            checked={isSeveral ? chosen.includes(option) : option === chosen}
            onChange={() => onChoose(option)}
            aria-label={nameOf?.(option)}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit] -outline-offset-2"
          />
          {children(option)}
        </label>
      ))}
    </fieldset>
  );
}
