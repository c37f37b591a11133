/** Focuses the selected scene. */
export function focusScenes(): void {
  document.querySelector<HTMLElement>("#scenes [role=radio][tabindex='0']")?.focus();
}
