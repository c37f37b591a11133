/** A value of this process that is made at the first call. */
export interface Lazy<T> {
  (): T;
  /** The next call makes a new value, as after a restart. */
  forget: () => void;
}

const all: Lazy<unknown>[] = [];

/** `end` frees what a forgotten value holds, e.g. its processes. */
export function lazy<T>(make: () => T, end: (value: T) => void = () => undefined): Lazy<T> {
  let made: { value: T } | null = null;
  const read = () => {
    made ??= { value: make() };
    return made.value;
  };
  const forget = () => {
    const forgotten = made;
    made = null;
    if (forgotten) end(forgotten.value);
  };
  const value: Lazy<T> = Object.assign(read, { forget });
  all.push(value);
  return value;
}

/** Forgets every lazy value, as a restart does: for tests that share a process. */
export function forgetAll(): void {
  for (const value of all) value.forget();
}
