/** Whether a test file, as a path from the root, is only in the deep tier. */
export const isDeep = (file: string): boolean =>
  file.endsWith(".deep.test.ts") || file.startsWith("e2e/deep/");
