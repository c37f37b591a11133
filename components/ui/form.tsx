"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useActionState, useState } from "react";
import { useFormStatus } from "react-dom";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { BusyButton, Button, IconButton } from "./button.tsx";
import { Callout } from "./callout.tsx";
import { Dialog, DialogClose } from "./dialog.tsx";
import { Field } from "./field.tsx";

/** The state of a form whose action runs on the server; `isDone` after a successful submission. */
export function useForm<Data = undefined>(action: FormAction<Data>) {
  const [state, send] = useActionState<FormState<Data>, FormData>(action, {});
  return { state, send, isDone: state.values !== undefined && !hasFailed(state) };
}

function hasFailed({ error, fieldErrors }: FormState<unknown>): boolean {
  return error !== undefined || fieldErrors !== undefined;
}

export type Fields = Readonly<Record<string, string>>;

export function HiddenFields({ fields }: { fields: Fields }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** A submit button. While the form is being sent it is busy instead of disabled, so that it keeps the focus. */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus();
  return <BusyButton {...props} type="submit" busy={pending} />;
}

interface ActionFormProps
  extends Pick<ComponentProps<typeof SubmitButton>, "variant" | "size" | "className"> {
  action: FormAction;
  fields?: Fields;
  children: ReactNode;
}

/** A form with a single button; shows the error if the action fails. */
export function ActionForm({ action, fields = {}, children, ...button }: ActionFormProps) {
  const { state, send } = useForm(action);
  return (
    <form action={send}>
      <HiddenFields fields={fields} />
      <SubmitButton {...button}>{children}</SubmitButton>
      {state.error && (
        <p role="alert" className="mt-1.5 text-danger-ink text-xs">
          {state.error}
        </p>
      )}
    </form>
  );
}

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, "children" | "footer" | "width"> {
  action: FormAction;
  fields?: Fields;
  /** Asks for the user's current password. */
  asksPassword?: boolean;
  submit: ReactNode;
  variant?: ComponentProps<typeof Button>["variant"];
  /** Label of the button that closes the dialog; null for no such button. */
  cancel?: string | null;
  children?: (state: FormState) => ReactNode;
}

/** A dialog with a form; shows errors, and closes after success. */
export function FormDialog(props: FormDialogProps) {
  const t = useTranslate();
  const {
    action,
    fields = {},
    asksPassword,
    submit,
    variant,
    cancel = t("Cancel"),
    children,
    ...dialog
  } = props;
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (next: boolean) => {
    setIsOpen(next);
    dialog.onOpenChange?.(next);
  };
  const { state, send } = useForm(async (before, form) => {
    const after = await action(before, form);
    if (!hasFailed(after)) setOpen(false);
    return after;
  });
  return (
    <Dialog width="sm" open={isOpen} {...dialog} onOpenChange={setOpen}>
      <form action={send} className="space-y-4">
        <HiddenFields fields={fields} />
        <Callout tone="danger">{state.error}</Callout>
        {children?.(state)}
        {asksPassword && <PasswordField required error={state.fieldErrors?.password} />}
        <div className="flex justify-end gap-2 pt-2">
          {cancel !== null && (
            <DialogClose asChild>
              <Button variant="secondary">{cancel}</Button>
            </DialogClose>
          )}
          <SubmitButton variant={variant}>{submit}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

/** A password input whose text can be shown; by default for the user's current password. */
export function PasswordField(props: Partial<Omit<ComponentProps<typeof Field>, "type">>) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={t("Your password")}
      name="password"
      autoComplete="current-password"
      {...props}
      type={shown ? "text" : "password"}
      inside={
        <IconButton
          icon={shown ? EyeOff : Eye}
          aria-pressed={shown}
          label={shown ? t("Hide password") : t("Show password")}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
