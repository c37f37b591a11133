import type { Box } from "#lib/contract/photos/sizes.ts";
import { clipBox } from "#lib/imaging/pixels/boxes.ts";
import { type GreyPicture, joinBoxes } from "./pixels.ts";

const tilePx = 64;
const maxBytes = 48 * 1024 * 1024;

/** One stroke: the changed tiles in their previous (or, after undo, next) state. */
interface Step {
  id: number;
  tiles: Map<number, Uint8ClampedArray>;
}

/**
 * Undo and redo of strokes on a mask. Stores only changed tiles; above `limitBytes` the oldest strokes are dropped.
 */
export function createHistory(mask: GreyPicture, limitBytes = maxBytes) {
  const columns = Math.ceil(mask.width / tilePx);
  const done: Step[] = [];
  const undone: Step[] = [];
  let open = new Map<number, Uint8ClampedArray>();
  let lastId = 0;
  let bytes = 0;
  /** The saved state, identified by its last step. */
  let savedId = 0;
  let baseId = 0;

  const boxOf = (tile: number): Box => {
    const left = (tile % columns) * tilePx;
    const top = Math.floor(tile / columns) * tilePx;
    return {
      left,
      top,
      width: Math.min(tilePx, mask.width - left),
      height: Math.min(tilePx, mask.height - top),
    };
  };
  const read = (tile: number): Uint8ClampedArray => {
    const { left, top, width, height } = boxOf(tile);
    const copy = new Uint8ClampedArray(width * height);
    for (let y = 0; y < height; y += 1) {
      const from = (top + y) * mask.width + left;
      copy.set(mask.values.subarray(from, from + width), y * width);
    }
    return copy;
  };
  const write = (tile: number, values: Uint8ClampedArray): void => {
    const { left, top, width, height } = boxOf(tile);
    for (let y = 0; y < height; y += 1) {
      mask.values.set(values.subarray(y * width, (y + 1) * width), (top + y) * mask.width + left);
    }
  };
  const sizeOf = ({ tiles }: Step) => [...tiles.values()].reduce((sum, tile) => sum + tile.length, 0);
  const areaOf = (tiles: Iterable<number>) =>
    [...tiles].reduce<Box | null>((area, tile) => joinBoxes(area, boxOf(tile)), null);

  /** Swaps the tiles of a step with the mask. */
  const cross = (step: Step): Box | null => {
    for (const [tile, values] of step.tiles) {
      const present = read(tile);
      write(tile, values);
      step.tiles.set(tile, present);
    }
    return areaOf(step.tiles.keys());
  };
  const stateId = () => done.at(-1)?.id ?? baseId;

  return {
    /** Records a part of the mask before the current stroke changes it. */
    record(box: Box): void {
      const part = clipBox(box, mask);
      if (part === null) return;
      const lastRow = Math.floor((part.top + part.height - 1) / tilePx);
      const lastColumn = Math.floor((part.left + part.width - 1) / tilePx);
      for (let row = Math.floor(part.top / tilePx); row <= lastRow; row += 1) {
        for (let column = Math.floor(part.left / tilePx); column <= lastColumn; column += 1) {
          const tile = row * columns + column;
          if (!open.has(tile)) open.set(tile, read(tile));
        }
      }
    },

    /** Ends the current stroke. Returns whether it changed anything. */
    commit(): boolean {
      const tiles = open;
      open = new Map();
      for (const [tile, before] of tiles) if (isSame(before, read(tile))) tiles.delete(tile);
      if (tiles.size === 0) return false;
      lastId += 1;
      const step = { id: lastId, tiles };
      bytes += sizeOf(step) - undone.reduce((sum, one) => sum + sizeOf(one), 0);
      undone.length = 0;
      done.push(step);
      while (bytes > limitBytes && done.length > 1) {
        const oldest = done.shift();
        if (!oldest) break;
        baseId = oldest.id;
        bytes -= sizeOf(oldest);
      }
      return true;
    },

    /** Reverts the current stroke. Returns the changed part. */
    abort(): Box | null {
      const tiles = open;
      open = new Map();
      for (const [tile, before] of tiles) write(tile, before);
      return areaOf(tiles.keys());
    },

    undo(): Box | null {
      const step = done.pop();
      if (!step) return null;
      undone.push(step);
      return cross(step);
    },

    redo(): Box | null {
      const step = undone.pop();
      if (!step) return null;
      done.push(step);
      return cross(step);
    },

    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    /** Marks the current mask as saved. */
    markSaved: () => {
      savedId = stateId();
    },
    isSaved: () => stateId() === savedId,
    storedBytes: () => bytes,
  };
}

function isSame(one: Uint8ClampedArray, other: Uint8ClampedArray): boolean {
  return one.every((value, at) => value === other[at]);
}
