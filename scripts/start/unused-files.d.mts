export function removeUnusedFiles(modules: string, machine?: { platform: string; arch: string }): void;
export function removeDevelopmentPackages(root: string): void;
