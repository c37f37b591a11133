"use client";

import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import type { QrCode } from "#lib/auth/qr.ts";
import { useTranslate } from "../language/language.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog, PasswordField, SubmitButton, useForm } from "../ui/form.tsx";

/** The authenticator's secret with its QR code, and the recovery codes. */
export interface Enrolment {
  secret: string;
  qr: QrCode;
  codes: string[];
}

interface SecondStepProps {
  isOn: boolean;
  start: FormAction<Enrolment>;
  confirm: FormAction;
  renewCodes: FormAction<string[]>;
  drop: FormAction;
}

/** Turns two-factor authentication on and off; each change requires the password. */
export function SecondStep({ isOn, start, confirm, renewCodes, drop }: SecondStepProps) {
  const t = useTranslate();
  // Keeps the dialog open for its last step, the recovery codes, after `isOn` has become true.
  const [setup, setSetup] = useState(false);
  const wasOn = useRef(isOn);
  const buttons = useRef<HTMLDivElement>(null);
  // The button that opened a dialog may have been replaced: focus its replacement.
  useEffect(() => {
    if (!setup && isOn !== wasOn.current && document.activeElement === document.body) {
      buttons.current?.querySelector("button")?.focus();
    }
    if (!setup) wasOn.current = isOn;
  }, [isOn, setup]);
  return (
    <div ref={buttons} className="flex flex-wrap items-center gap-2">
      {isOn && (
        <Badge tone="success" className="mr-2">
          <Check aria-hidden /> {t("On")}
        </Badge>
      )}
      {(!isOn || setup) && (
        <Dialog
          width="sm"
          open={setup}
          onOpenChange={setSetup}
          trigger={isOn ? undefined : <Button variant="secondary">{t("Turn on")}</Button>}
          title={t("Turn on two-step sign-in")}
        >
          <Setup start={start} confirm={confirm} onDone={() => setSetup(false)} />
        </Dialog>
      )}
      {isOn && !setup && (
        <>
          <Dialog
            width="sm"
            trigger={<Button variant="secondary">{t("New recovery codes")}</Button>}
            title={t("New recovery codes")}
            description={t("Your current codes stop working.")}
          >
            <RenewCodes action={renewCodes} />
          </Dialog>
          <FormDialog
            action={drop}
            asksPassword
            trigger={<Button variant="ghost">{t("Turn off")}</Button>}
            title={t("Turn off two-step sign-in?")}
            description={t("You sign in with your password alone again.")}
            submit={t("Turn off")}
            variant="danger"
          />
        </>
      )}
    </div>
  );
}

interface SetupProps extends Pick<SecondStepProps, "start" | "confirm"> {
  onDone: () => void;
}

function Setup({ start, confirm, onDone }: SetupProps) {
  const t = useTranslate();
  const started = useForm(start);
  const { state: confirmed, send: sendConfirm, isDone: isConfirmed } = useForm(confirm);
  const { data } = started.state;
  if (!data) {
    return (
      <PasswordForm {...started} label={t("Continue")}>
        <p className="text-muted text-sm">
          {t(
            "Signing in then asks for a code of an app on your phone, such as Google Authenticator, 1Password or Aegis. API keys work as before.",
          )}
        </p>
      </PasswordForm>
    );
  }
  if (isConfirmed) {
    return (
      <div className="space-y-4">
        <Callout tone="success">{t("Two-step sign-in is on.")}</Callout>
        <RecoveryCodes codes={data.codes} />
        <Button className="w-full" onClick={onDone}>
          {t("I have saved them")}
        </Button>
      </div>
    );
  }
  return (
    <form action={sendConfirm} className="space-y-4">
      <Callout tone="danger">{confirmed.error}</Callout>
      <p className="text-muted text-sm">{t("Scan this with your authenticator app, then enter its code.")}</p>
      <svg
        viewBox={`0 0 ${data.qr.size} ${data.qr.size}`}
        role="img"
        aria-label={t("QR code for your authenticator app")}
        className="mx-auto size-48 rounded-md bg-white"
        shapeRendering="crispEdges"
      >
        <path d={data.qr.path} fill="#000" />
      </svg>
      <div>
        <p className="text-muted text-xs">{t("Or enter this key by hand:")}</p>
        <p className="flex items-center gap-1">
          <code className="break-all text-sm" data-testid="second-step-secret">
            {data.secret}
          </code>
          <CopyButton text={data.secret} label={t("Copy the key")} size="icon-sm" />
        </p>
      </div>
      <Field
        label={t("Code")}
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        error={confirmed.fieldErrors?.code}
      />
      <SubmitButton className="w-full">{t("Turn on")}</SubmitButton>
    </form>
  );
}

function RenewCodes({ action }: { action: FormAction<string[]> }) {
  const t = useTranslate();
  const { state, send } = useForm(action);
  if (state.data) return <RecoveryCodes codes={state.data} />;
  return <PasswordForm state={state} send={send} label={t("Make new codes")} />;
}

interface PasswordFormProps {
  state: FormState<unknown>;
  send: (form: FormData) => void;
  label: string;
  children?: ReactNode;
}

function PasswordForm({ state, send, label, children }: PasswordFormProps) {
  return (
    <form action={send} className="space-y-4">
      <Callout tone="danger">{state.error}</Callout>
      {children}
      <PasswordField required error={state.fieldErrors?.password} />
      <SubmitButton className="w-full">{label}</SubmitButton>
    </form>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslate();
  return (
    <div className="space-y-3">
      <p className="text-sm">
        {t(
          "Keep these recovery codes in a safe place: each lets you in once without your phone. They are shown only now.",
        )}
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-lg bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} data-testid="recovery-code">
            {code}
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} variant="secondary" className="w-full">
        {t("Copy all")}
      </CopyButton>
    </div>
  );
}
