/** Runs once when a server process starts, before it serves. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ startBackground }, { answerDirectly }] = await Promise.all([
    import("#lib/background.ts"),
    import("#lib/http/health.ts"),
  ]);
  await startBackground();
  answerDirectly();
}
