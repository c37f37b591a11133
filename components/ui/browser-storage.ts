import { createJSONStorage } from "zustand/middleware";

/** The browser's storage for zustand's `persist`: where it is full or forbidden nothing is kept, and nothing fails. */
export function browserStorage<State>(open: () => Storage) {
  return createJSONStorage<State>(() => {
    const storage = open();
    return {
      getItem: (name) => storage.getItem(name),
      removeItem: (name) => storage.removeItem(name),
      setItem: (name, value) => {
        try {
          storage.setItem(name, value);
        } catch {
          // Full: the work goes on, only a reload would lose it.
        }
      },
    };
  });
}
