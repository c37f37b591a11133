/** A task with the caller that it belongs to. */
export interface QueuedTask {
  caller: string;
}

/**
 * A queue in which callers take turns (round robin): each caller's first task precedes any caller's second, however
 * many tasks another caller has waiting.
 */
export class FairQueue<Task extends QueuedTask> {
  /** A caller's tasks in order of arrival; callers in the order of their turns. */
  readonly #byCaller = new Map<string, Task[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** All waiting tasks. */
  get tasks(): Task[] {
    return [...this.#byCaller.values()].flat();
  }

  /** The waiting tasks of a caller, in order of arrival. */
  waitingOf(caller: string): readonly Task[] {
    return this.#byCaller.get(caller) ?? [];
  }

  /** `isFirst`: before the other tasks of its caller. */
  push(task: Task, { isFirst = false } = {}): void {
    const tasks = this.#byCaller.get(task.caller);
    if (tasks && isFirst) tasks.unshift(task);
    else if (tasks) tasks.push(task);
    else this.#byCaller.set(task.caller, [task]);
    this.#size += 1;
  }

  /**
   * Removes and returns the next task; its caller's next turn comes after all other callers. Callers whose first task
   * is rejected by `mayStart` keep their position.
   */
  shift(mayStart: (task: Task) => boolean = () => true): Task | undefined {
    for (const [caller, tasks] of this.#byCaller) {
      const [first] = tasks;
      if (first !== undefined && !mayStart(first)) continue;
      const task = tasks.shift();
      this.#byCaller.delete(caller);
      if (tasks.length > 0) this.#byCaller.set(caller, tasks);
      if (task === undefined) continue;
      this.#size -= 1;
      return task;
    }
    return undefined;
  }

  /** Takes a task out of the queue; false when it is not waiting. */
  remove(task: Task): boolean {
    const tasks = this.#byCaller.get(task.caller) ?? [];
    const index = tasks.indexOf(task);
    if (index < 0) return false;
    tasks.splice(index, 1);
    if (tasks.length === 0) this.#byCaller.delete(task.caller);
    this.#size -= 1;
    return true;
  }

  /** The tasks that would run before a new task of this caller. */
  aheadOf(caller: string): Task[] {
    const own = this.#byCaller.get(caller) ?? [];
    const round = own.length;
    let hasPassed = false;
    return [...this.#byCaller].flatMap(([other, tasks]) => {
      if (other === caller) {
        hasPassed = true;
        return tasks;
      }
      // Callers after this one are served once less before this caller's turn in the last round.
      return tasks.slice(0, hasPassed ? round : round + 1);
    });
  }
}
