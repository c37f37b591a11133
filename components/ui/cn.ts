import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names and skips falsy ones; the last of conflicting Tailwind classes wins. */
export function cn(...names: ClassValue[]): string {
  return twMerge(clsx(names));
}
