/** Cookie that holds the chosen theme; absent when the system decides. The server writes it into the page. */
export const themeCookie = "theme";

export type Theme = "system" | "light" | "dark";

export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
