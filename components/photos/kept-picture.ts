const name = "picture-tried";
/** Of the data URL: sessionStorage holds five million characters for all of its users. */
const longest = 3_000_000;

interface KeptPicture {
  fileName: string;
  dataUrl: string;
}

/** Keeps the picture in this tab for the studio after signing up, unless it is too large or storage is blocked. */
export function keepPicture(picture: Blob, fileName: string): void {
  const reader = new FileReader();
  reader.onload = () => {
    try {
      const dataUrl = String(reader.result);
      if (dataUrl.length > longest) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify({ fileName, dataUrl } satisfies KeptPicture));
    } catch {
      // Full or forbidden: the visitor adds it once more.
    }
  };
  reader.readAsDataURL(picture);
}

/** Takes the kept picture, once. */
export function takeKeptPicture(): File | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null") as Partial<KeptPicture> | null;
    sessionStorage.removeItem(name);
    const { dataUrl = "", fileName = "" } = kept ?? {};
    if (!/^data:image\/(jpeg|png|webp);base64,/.test(dataUrl)) return null;
    const [head = "", base64 = ""] = dataUrl.split(",");
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const type = head.slice("data:".length, -";base64".length);
    return new File([bytes], fileName || "picture.jpg", { type });
  } catch {
    return null;
  }
}
