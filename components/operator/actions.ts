import type { FormAction } from "#lib/auth/form.ts";

/** The operator's actions on an account's page. */
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
