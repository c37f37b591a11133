/** Runs once when a server process starts, before it serves. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ startBackground }, { answerDirectly }, { matchScenes }] = await Promise.all([
    import("#lib/background.ts"),
    import("#lib/http/probes.ts"),
    import("#lib/scenes/match.ts"),
  ]);
  await startBackground();
  answerDirectly();
  // Reads the words of all scenes, which takes 80 ms; the first prompt would keep others waiting for it.
  matchScenes("");
}
