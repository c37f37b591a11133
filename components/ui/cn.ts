import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names, leaving out what is false or absent; of two that exclude each other the later one counts. */
export function cn(...names: ClassValue[]): string {
  return twMerge(clsx(names));
}
