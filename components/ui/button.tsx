import { Download, ExternalLink as ExternalLinkIcon, type LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";
import { Spinner } from "./progress.tsx";

type Variant = "primary" | "secondary" | "ghost" | "danger";
type Size = "sm" | "md" | "lg" | "icon" | "icon-sm";

interface ButtonStyle {
  variant?: Variant;
  size?: Size;
}

const variants: Record<Variant, string> = {
  primary:
    "bg-accent text-on-accent shadow-card hover:bg-accent-strong disabled:bg-sunken disabled:text-faint disabled:shadow-none",
  secondary:
    "border border-line-strong bg-surface text-ink shadow-card hover:bg-sunken disabled:text-faint disabled:shadow-none",
  ghost: "text-muted hover:bg-sunken hover:text-ink disabled:text-faint",
  danger: "bg-danger text-white shadow-card hover:brightness-110 disabled:bg-sunken disabled:text-faint",
};

const sizes: Record<Size, string> = {
  sm: "h-8 touch:h-11 gap-1.5 rounded-md px-3 text-sm",
  md: "h-9.5 touch:h-11 gap-2 rounded-md px-4 text-sm",
  lg: "h-12 gap-2 rounded-lg px-6 text-base",
  icon: "size-9.5 touch:size-11 rounded-md",
  "icon-sm": "size-8 touch:size-11 rounded-md",
};

/** The classes of a button, for other elements that must look like one. */
export function buttonClass({ variant = "primary", size = "md" }: ButtonStyle, className?: string): string {
  return cn(
    "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap font-medium",
    "transition-[background-color,color,filter,scale] duration-150 active:not-disabled:scale-[0.98]",
    "disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    className,
  );
}

type ButtonProps = ComponentProps<"button"> & ButtonStyle;

export function Button({ variant, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass({ variant, size }, className)} {...rest} />;
}

interface BusyButtonProps extends ButtonProps {
  busy: boolean;
  /** A spinner takes its place while the button is busy. */
  icon?: LucideIcon;
}

/** A button that ignores clicks while it is busy, instead of being disabled, so that it keeps the focus. */
export function BusyButton({ busy, icon: Icon, children, onClick, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden />}
      {children}
    </Button>
  );
}

/** Class of small round controls; `aria-pressed` and `aria-current` mark the selected ones. */
export const pillClass = cn(
  "whitespace-nowrap rounded-full border border-line px-2.5 py-1 text-muted text-xs transition-colors touch:px-3.5 touch:py-3 hover:border-line-strong hover:text-ink",
  "aria-pressed:border-accent-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink",
  "aria-[current=page]:border-accent-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink",
);

interface IconButtonProps extends Omit<ButtonProps, "children"> {
  icon: LucideIcon;
  label: string;
}

/** A button that shows only an icon; the label is for screen readers. */
export function IconButton({
  icon: Icon,
  label,
  variant = "ghost",
  size = "icon",
  ...rest
}: IconButtonProps) {
  return (
    <Button aria-label={label} variant={variant} size={size} {...rest}>
      <Icon aria-hidden />
    </Button>
  );
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link className={buttonClass({ variant, size }, className)} {...rest} />;
}

/** A link to a file, which the browser saves. */
export function DownloadLink(props: ComponentProps<"a"> & ButtonStyle & { icon?: LucideIcon }) {
  const { variant = "secondary", size, className, icon: Icon = Download, children, ...rest } = props;
  return (
    <a download className={buttonClass({ variant, size }, className)} {...rest}>
      <Icon aria-hidden /> {children}
    </a>
  );
}

const textLinkClass =
  "rounded-sm font-medium text-accent-ink underline decoration-accent-ink/35 underline-offset-3 hover:decoration-current";

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={cn(textLinkClass, className)} {...rest} />;
}

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 rounded-sm text-accent-ink underline underline-offset-3"
    >
      {children} <ExternalLinkIcon aria-hidden className="size-3.5" />
    </a>
  );
}
