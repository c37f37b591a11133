import { describeClientPackage } from "../documentation/client-package.ts";
import { lazy } from "../platform/lazy.ts";

export interface Version {
  /** From package.json. */
  version: string;
  /** The newest migration of this version, which identifies the version to the database. */
  schema: string;
  /** Git commit; null if unknown. */
  commit: string | null;
}

const known = lazy((): { version: Version | null } => ({ version: null }));

/** The version that runs here; set once at process start. */
export function noteVersion(version: Version): void {
  known().version = version;
}

export const answerVersion = async () => {
  const version = known().version ?? { version: null, schema: null, commit: null };
  const sdk = await describeClientPackage();
  return Response.json({ ...version, sdk }, { headers: { "Cache-Control": "no-store" } });
};
