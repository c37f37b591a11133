type Parameter = string | string[] | undefined;

/** Props of a page that reads these parameters of its URL's query, and these parts of its path. */
export interface PageOf<Query extends string = string, Part extends string = never> {
  searchParams: Promise<Partial<Record<Query, Parameter>>>;
  params: Promise<Record<Part, string>>;
}

/** The value of a parameter, unless it is missing or repeated. */
export function single(value: Parameter): string | undefined {
  return typeof value === "string" ? value : undefined;
}
