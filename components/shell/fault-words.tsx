import { unavailableDigest } from "#lib/db/unavailable.ts";

/** What an error page tells about a fault: that the database is away, or the number to report. */
export function FaultWords({ digest }: { digest: string | undefined }) {
  if (digest === unavailableDigest) {
    return "The database does not answer at the moment. Nothing was charged: try again in a few seconds.";
  }
  return (
    <>
      The fault is on our side, and nothing was charged for it.
      {digest && <span className="mt-1 block text-xs">Report this number when it stays: {digest}</span>}
    </>
  );
}
