import { createJSONStorage } from "zustand/middleware";

/** Browser storage for zustand's `persist`. If it is full or blocked, nothing is stored and nothing throws. */
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
          // Storage is full: the page keeps working, but a reload loses the state.
        }
      },
    };
  });
}
