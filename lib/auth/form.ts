import type { Reason } from "../platform/reasons.ts";

/** State of a form after submission. */
export interface FormState<Data = undefined> {
  /** Error of the form as a whole. */
  error?: string;
  /** Errors of fields, by name. */
  fieldErrors?: Record<string, string>;
  /** Submitted values except passwords: they refill a form submitted without scripts. */
  values?: Record<string, string>;
  /** Result of a successful action. */
  data?: Data;
}

/** Errors before translation into the reader's language. */
export interface FormRefusal {
  error?: Reason | string;
  fieldErrors?: Record<string, Reason | string>;
}

/** Result of an action. */
export type FormResult<Data = undefined> = FormRefusal & Pick<FormState<Data>, "values" | "data">;

export type FormAction<Data = undefined> = (
  state: FormState<Data>,
  form: FormData,
) => Promise<FormState<Data>>;
