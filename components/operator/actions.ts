import type { FormAction } from "#lib/auth/form.ts";

/** What an operator can do on the page of an account. */
export type DeskActions = Readonly<
  Record<
    | "changeBalance"
    | "suspend"
    | "resume"
    | "ask"
    | "endRequest"
    | "startView"
    | "refund"
    | "retry"
    | "sendMailAgain"
    | "sendEventAgain",
    FormAction
  >
>;
