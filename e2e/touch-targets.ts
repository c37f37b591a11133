import { expect, type Page } from "@playwright/test";

/**
 * Fails if an action of the page is smaller for a finger than 44 × 44 px, the area around it that counts as it
 * included. Links within a sentence are as high as its text.
 */
export async function expectTouchTargets(page: Page): Promise<void> {
  expect(await page.evaluate(findSmallTargets), page.url()).toEqual([]);
}

/** Runs in the page: the name and the size of each action that is too small. */
export function findSmallTargets(): string[] {
  const least = 44;
  const actions =
    "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], [role=tab], [role=radio], [role=slider], [role=menuitem]";
  const isText = (element: Element) => {
    const sentence = element.closest("p, li, td, dd") ?? element.parentElement;
    const around = sentence?.textContent?.trim().length ?? 0;
    const isInline = getComputedStyle(element).display === "inline";
    return element.matches("a, button") && isInline && around > (element.textContent?.trim().length ?? 0);
  };
  const targetOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const isMark = element.matches("[type=checkbox], [type=radio], [type=file]") || width < 2 || height < 2;
    return (isMark && element instanceof HTMLInputElement && element.labels?.[0]) || element;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: !element.matches("input") });
  const targets = new Set(
    [...document.querySelectorAll(actions)]
      .filter((element) => isShown(element) && !element.closest("[inert]") && !isText(element))
      .map(targetOf),
  );
  const sizeOf = (target: Element) => {
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const rect = target.getClientRects()[0];
    if (!rect || rect.width < 2 || rect.height < 2) return null;
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const isOwn = (dx: number, dy: number) => {
      const found = document.elementFromPoint(x + dx, y + dy);
      return found !== null && target.contains(found);
    };
    // Something else lies over it, such as an open menu.
    if (!isOwn(0, 0)) return null;
    const reach = (dx: number, dy: number) => {
      let length = 0;
      while (length < least && isOwn(dx * (length + 1), dy * (length + 1))) length += 1;
      return length;
    };
    const width = Math.max(rect.width, reach(-1, 0) + reach(1, 0) + 1);
    const height = Math.max(rect.height, reach(0, -1) + reach(0, 1) + 1);
    return { width: Math.round(width), height: Math.round(height) };
  };
  return [...targets].flatMap((target) => {
    const size = sizeOf(target);
    if (!size || (size.width >= least && size.height >= least)) return [];
    const name = target.getAttribute("aria-label") ?? target.textContent ?? "";
    return [`${size.width} × ${size.height} ${target.tagName.toLowerCase()} ${name.trim().slice(0, 50)}`];
  });
}
