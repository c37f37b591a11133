import { openPlaces, openStorage } from "#lib/storage/index.ts";
import type { FileStore } from "#lib/storage/port.ts";
import { rootFolder } from "./own-pictures.ts";

/** The storage of this installation's embedded host. */
export function imageFiles(): FileStore {
  return openStorage(rootFolder());
}

/** The separate storages: the one for new files, and former ones. */
export const imagePlaces = () => openPlaces(rootFolder());
