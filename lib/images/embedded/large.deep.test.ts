// Guards uploads of 100 MB, whole and in parts, and that no larger picture is accepted.
import { describeLargeUploads } from "#lib/testing/images/large-uploads.ts";

describeLargeUploads(5_900);
