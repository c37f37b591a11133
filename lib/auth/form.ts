import type { Reason } from "../platform/reasons.ts";

/** What a form shows after it was sent. */
export interface FormState<Data = undefined> {
  /** What went wrong with the whole of it. */
  error?: string;
  /** What is wrong with single fields, by name. */
  fieldErrors?: Record<string, string>;
  /** What was typed, except passwords: forms that are sent without scripts are filled with it again. */
  values?: Record<string, string>;
  /** What a successful action answers. */
  data?: Data;
}

/** What went wrong, before it is in its reader's language. */
export interface FormRefusal {
  error?: Reason | string;
  fieldErrors?: Record<string, Reason | string>;
}

/** What an action answers. */
export type FormResult<Data = undefined> = FormRefusal & Pick<FormState<Data>, "values" | "data">;

export type FormAction<Data = undefined> = (
  state: FormState<Data>,
  form: FormData,
) => Promise<FormState<Data>>;
