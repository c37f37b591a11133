import type { Messages } from "../translate.ts";

/** What the studio understands of a prompt, and the page of its words. */
export const prompts: Messages = {
  "Amazon takes no scene text: its photos are always pure white.":
    "Amazon nimmt keinen Szenentext: Diese Fotos sind immer reinweiß.",
  "and {count, number} more": "und {count, number} weitere",
  "Color: {words}": "Farbe: {words}",
  "Left out": "Weggelassen",
  "Left out: “{phrase}”": "Weggelassen: „{phrase}“",
  "Light: {words}": "Licht: {words}",
  "Mood: {words}": "Stimmung: {words}",
  "Paint it with {model}": "Mit {model} malen",
  "Place: {words}": "Ort: {words}",
  "Reflection: {words}": "Spiegelung: {words}",
  "Season: {words}": "Anlass: {words}",
  "Shadow: {words}": "Schatten: {words}",
  "Space: {words}": "Raum: {words}",
  "Surface: {words}": "Untergrund: {words}",
  "What the studio shows": "Was das Studio zeigt",
  "Write “{instead}” in place of “{phrase}”": "„{instead}“ anstelle von „{phrase}“ schreiben",
};
