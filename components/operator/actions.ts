import type { FormAction } from "#lib/auth/form.ts";

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
