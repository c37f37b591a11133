export function requireFreePort(environment: Record<string, string | undefined>): Promise<void>;
export const stoppingTimeoutMs: number;
export function readServiceFile(dataDir: string): unknown;
/** The code of the error with which listening fails; null if it succeeds. Without a host: on every address. */
export function tryListen(address: { port: number; host: string }): Promise<string | null>;
export function isAlive(pid: number): boolean;
