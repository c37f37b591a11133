/** The pid to send a signal to. Fails the test without one: a signal to pid 0 reaches its whole process group. */
export function requirePid(pid: number | null | undefined): number {
  if (!pid || pid < 2) throw new Error(`no process to signal: its id is ${pid}`);
  return pid;
}
