import { useEnvironment } from "#lib/testing/environment.ts";
import { describeLargeUploads } from "#lib/testing/images/large-uploads.ts";

useEnvironment({ UPLOAD_MAX_MB: "10" });
describeLargeUploads(1_865);
