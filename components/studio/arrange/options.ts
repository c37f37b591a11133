import type { LookOptions } from "#lib/contract/photos/options.ts";

export const optionGroups = ["layout", "light", "shadow", "background", "crop"] as const;
export type OptionGroup = (typeof optionGroups)[number];

const fieldsOf: Record<OptionGroup, readonly (keyof LookOptions)[]> = {
  layout: ["layout", "stance"],
  light: ["light"],
  shadow: ["shadow", "reflection"],
  background: ["background"],
  crop: ["crop"],
};

/** Sets one option; undefined removes it, and a group that becomes empty is removed as well. */
export function withOption<Name extends keyof LookOptions>(
  options: LookOptions,
  name: Name,
  value: LookOptions[Name],
): LookOptions {
  const { [name]: _before, ...rest } = options;
  return value === undefined || value === null || isEmpty(value) ? rest : { ...rest, [name]: value };
}

/** Sets fields of the light; undefined removes a field. */
export function withLight(options: LookOptions, part: NonNullable<LookOptions["light"]>): LookOptions {
  const light = Object.entries({ ...options.light, ...part }).filter(([, value]) => value !== undefined);
  return withOption(options, "light", Object.fromEntries(light));
}

export function withoutGroup(options: LookOptions, group: OptionGroup): LookOptions {
  const fields: readonly string[] = fieldsOf[group];
  return Object.fromEntries(Object.entries(options).filter(([name]) => !fields.includes(name)));
}

export function withoutGroups(options: LookOptions): LookOptions {
  return optionGroups.reduce(withoutGroup, options);
}

/** The groups whose options differ from the style's defaults. */
export function changedGroups(options: LookOptions): OptionGroup[] {
  return optionGroups.filter((group) => fieldsOf[group].some((name) => (options[name] ?? null) !== null));
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
