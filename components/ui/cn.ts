import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names and skips falsy ones; of two conflicting Tailwind classes the last one wins. */
export function cn(...names: ClassValue[]): string {
  return twMerge(clsx(names));
}
