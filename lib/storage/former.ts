import type { FileStore, LocalFile, PlaceOptions, PresignOptions, StoredFile } from "./port.ts";

/**
 * The present storage combined with former ones that may still contain earlier files: reads fall back to the former
 * ones, writes go only to the present one, and deletions apply to all.
 */
export class WithFormer implements FileStore {
  readonly present: FileStore;
  readonly former: readonly FileStore[];

  constructor(present: FileStore, former: readonly FileStore[]) {
    this.present = present;
    this.former = former;
  }

  get name() {
    return this.present.name;
  }

  get isShared() {
    return this.present.isShared;
  }

  get temporaryFolder() {
    return this.present.temporaryFolder;
  }

  async #first<T>(ask: (store: FileStore) => Promise<T | null>): Promise<T | null> {
    const found = await ask(this.present);
    if (found !== null) return found;
    for (const store of this.former) {
      const earlier = await ask(store);
      if (earlier !== null) return earlier;
    }
    // The file may have been moved between the two reads.
    return await ask(this.present);
  }

  prepare(...names: string[]) {
    return this.present.prepare(...names);
  }

  stat(key: string): Promise<StoredFile | null> {
    return this.#first((store) => store.stat(key));
  }

  read(key: string): Promise<Buffer | null> {
    return this.#first((store) => store.read(key));
  }

  locate(key: string): Promise<LocalFile | null> {
    return this.#first((store) => store.locate(key));
  }

  open(key: string) {
    return this.#first((store) => store.open(key));
  }

  /** Removes the former file, so that a concurrent move detects the replacement. */
  async write(key: string, bytes: Uint8Array | string): Promise<void> {
    await this.present.write(key, bytes);
    await this.#removeFormer((store) => store.remove(key));
  }

  writeNew(key: string, bytes: Uint8Array) {
    return this.present.writeNew(key, bytes);
  }

  async place(temporary: string, key: string, options?: PlaceOptions): Promise<void> {
    await this.present.place(temporary, key, options);
  }

  async mark(key: string): Promise<void> {
    await this.present.prepare(key.slice(0, key.lastIndexOf("/")));
    await this.present.mark(key);
  }

  markUsed(file: LocalFile) {
    return this.present.markUsed(file);
  }

  async remove(key: string): Promise<void> {
    // The former file is removed first: a concurrent move then fails, or its copy is removed below.
    await this.#removeFormer((store) => store.remove(key));
    await this.present.remove(key);
  }

  async removeFolder(folder: string): Promise<void> {
    await this.#removeFormer((store) => store.removeFolder(folder));
    await this.present.removeFolder(folder);
  }

  async #removeFormer(remove: (store: FileStore) => Promise<void>): Promise<void> {
    for (const store of this.former) await remove(store);
  }

  list(folder: string) {
    return this.present.list(folder);
  }

  listNames(folder: string) {
    return this.present.listNames(folder);
  }

  claimFolder(folder: string) {
    return this.present.claimFolder(folder);
  }

  async sweepTemporary(): Promise<void> {
    for (const store of [this.present, ...this.former]) await store.sweepTemporary();
  }

  async isReachable(): Promise<boolean> {
    return (await this.present.isReachable?.()) ?? true;
  }

  /** Null when only a former storage has the file: it is then read from there. */
  async presign(key: string, options: PresignOptions): Promise<string | null> {
    return (await this.present.presign?.(key, options)) ?? null;
  }
}
