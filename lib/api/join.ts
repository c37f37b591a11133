/**
 * Joins the calls for one name that come in the same turn of the event loop into one call of `run`, which gets
 * their number and answers them in the order they came. A call never waits for one that is already under way.
 */
export function joinCalls<Out>(
  run: (name: string, calls: number) => Promise<Out[]>,
): (name: string) => Promise<Out> {
  const gathering = new Map<string, { calls: number; answers: Promise<Out[]> }>();
  return async (name) => {
    const group = gathering.get(name) ?? { calls: 0, answers: Promise.resolve<Out[]>([]) };
    const place = group.calls;
    group.calls += 1;
    if (place === 0) {
      gathering.set(name, group);
      group.answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
        gathering.delete(name);
        return run(name, group.calls);
      });
    }
    const answer = (await group.answers)[place];
    if (answer === undefined) throw new Error(`${group.calls} joined calls got fewer answers`);
    return answer;
  };
}
