export function requireFreePort(environment: Record<string, string | undefined>): Promise<void>;
export const stoppingTimeoutMs: number;
export function readServiceFile(dataDir: string): unknown;
export function isAlive(pid: number): boolean;
