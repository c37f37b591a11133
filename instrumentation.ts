/** Runs once when a server process starts, before it serves. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startBackground } = await import("#lib/background.ts");
  await startBackground();
}
