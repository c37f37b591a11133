/** Runs tasks in the order given, at most `width` at a time. */
export function createLanes(width: number) {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;

  function advance(): void {
    while (running < width) {
      const task = waiting.shift();
      if (!task) return;
      running += 1;
      task().finally(() => {
        running -= 1;
        advance();
      });
    }
  }

  /** Tasks must not reject; one that has nothing left to do when its turn comes simply resolves. */
  return (task: () => Promise<void>): void => {
    waiting.push(task);
    advance();
  };
}
