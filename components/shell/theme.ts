/** Cookie with the selected theme; absent for the system theme. The server renders the theme into the page. */
export const themeCookie = "theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
