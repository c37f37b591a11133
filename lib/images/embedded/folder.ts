import { openStorage } from "#lib/storage/index.ts";
import { rootFolder } from "./own-pictures.ts";

/** The storage of this installation's embedded host. */
export const imageFiles = () => openStorage(rootFolder());
