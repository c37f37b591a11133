/**
 * One value per process: the server's bundles may hold several copies of a module, each with its own module
 * variables. `make` runs at the first call.
 */
export function processSlot<T>(name: string, make: () => T): () => T {
  const slot = Symbol.for(`photo-generation-service.${name}`);
  const shared = globalThis as { [slot]?: { value: T } };
  return () => {
    shared[slot] ??= { value: make() };
    return shared[slot].value;
  };
}
