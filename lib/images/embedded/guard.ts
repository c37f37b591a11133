/** What the host asks before it keeps anything. It knows no users: whoever runs it says who may store how much. */
export interface StorageGuard {
  /** Throws ApiError overloaded while `sizeBytes` more would not fit on the disk. */
  requireRoom(sizeBytes: number): Promise<void>;
  /** Throws ApiError when the owner of a public id may not store this; enters it into the books otherwise. */
  admit(publicId: string, sizeBytes: number): Promise<void>;
  /** Takes back what `admit` entered: the picture could not be kept. */
  forget(publicId: string): Promise<void>;
  /** Whether a result that was paid for is a view of the picture as it is now. */
  isStoodOn(publicId: string): Promise<boolean>;
}

/** Lets everything be stored. */
export const openGuard: StorageGuard = {
  requireRoom: async () => undefined,
  admit: async () => undefined,
  forget: async () => undefined,
  isStoodOn: async () => false,
};
