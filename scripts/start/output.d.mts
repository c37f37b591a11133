export function surviveClosedOutput(): void;
