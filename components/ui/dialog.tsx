"use client";

import { X } from "lucide-react";
import { AlertDialog, Dialog as Radix } from "radix-ui";
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
  useTransition,
} from "react";
import { useTranslate } from "../language/language.tsx";
import { useCloseOnBack } from "./back.ts";
import { BusyButton, Button, IconButton } from "./button.tsx";
import { cn } from "./cn.ts";

const overlayClass = "fixed inset-0 z-50 animate-fade-in bg-black/45 backdrop-blur-[2px]";
const panelClass = cn(
  "fixed z-50 flex max-h-[calc(100dvh-2rem)] flex-col overflow-hidden bg-raised text-ink shadow-float outline-none",
  "inset-x-0 bottom-0 animate-rise-in rounded-t-2xl pb-[env(safe-area-inset-bottom)]",
  "sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2",
  "sm:animate-pop-in sm:rounded-xl sm:pb-0",
);

const widths = { sm: "sm:max-w-md", xl: "sm:max-w-6xl" };

interface DialogProps {
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  width: keyof typeof widths;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Prevent the event to keep the dialog open, for example if Escape ends an edit inside it. */
  onEscapeKeyDown?: (event: KeyboardEvent) => void;
  onKeyDown?: (event: ReactKeyboardEvent) => void;
  /** Prevent the event to move the focus elsewhere than to the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
}

/** Toasts lie above every dialog: a click on one must not count as a click outside the dialog. */
function ignoreToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest("[data-sonner-toaster]"))
    event.preventDefault();
}

/** Inside a dialog: makes the browser's Back press its close button. */
export function PressOnBack({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  useCloseOnBack(true, () => button.current?.click());
  return null;
}

/** A modal panel: centered on wide screens, a bottom sheet on phones. */
export function Dialog(props: DialogProps) {
  const t = useTranslate();
  const { trigger, title, description, children, footer, width, ...handlers } = props;
  const { onEscapeKeyDown, onKeyDown, onCloseAutoFocus, ...rest } = handlers;
  const closeRef = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root {...rest}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={cn(panelClass, widths[width])}
          onEscapeKeyDown={onEscapeKeyDown}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={ignoreToasts}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <PressOnBack button={closeRef} />
          <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-4">
            <div className="min-w-0">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-muted text-sm">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton ref={closeRef} icon={X} size="icon-sm" label={t("Close")} className="-mr-1.5" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const DialogClose = Radix.Close;

function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-surface px-5 py-4">
      {children}
    </div>
  );
}

interface ConfirmDialogProps {
  trigger: ReactNode;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  /** The dialog shows a busy state until the promise resolves, then closes; it stays open if the promise rejects. */
  onConfirm: () => Promise<void>;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ trigger, title, description, confirmLabel, onConfirm }: ConfirmDialogProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const [busy, start] = useTransition();
  const cancelRef = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content className={cn(panelClass, widths.sm)}>
          <PressOnBack button={cancelRef} />
          <div className="px-5 pt-5 pb-5">
            <AlertDialog.Title className="font-semibold text-lg">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-muted text-sm" asChild>
              <div>{description}</div>
            </AlertDialog.Description>
          </div>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button ref={cancelRef} variant="secondary">
                {t("Cancel")}
              </Button>
            </AlertDialog.Cancel>
            <BusyButton
              variant="danger"
              busy={busy}
              onClick={() =>
                start(async () => {
                  await onConfirm();
                  setOpen(false);
                })
              }
            >
              {confirmLabel}
            </BusyButton>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
