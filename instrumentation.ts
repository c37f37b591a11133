/** Runs once when a server process starts, before it accepts requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ startBackground }, { answerDirectly }, { matchScenes }] = await Promise.all([
    import("#lib/background.ts"),
    import("#lib/http/probes.ts"),
    import("#lib/scenes/match.ts"),
  ]);
  await startBackground();
  answerDirectly();
  // Loading the words of all scenes takes 80 ms and would delay other requests at the first prompt.
  matchScenes("");
}
