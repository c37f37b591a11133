import type { Translate } from "./translate.ts";

export interface Fault {
  message: string;
  fix: string | undefined;
}

interface KnownFault {
  /** A part of the service's sentence that no other has; its groups are the values of ours. */
  words: RegExp;
  say: (t: Translate, values: Record<string, string>) => string | Fault;
}

/** Sentences of the service that tell more than their code, and that sellers meet. */
export const knownFaults: readonly KnownFault[] = [
  {
    words: /no product was found in the picture/,
    say: (t) => t("No product was found in the picture: use one where it stands out from its background."),
  },
  {
    words: /mask is black everywhere/,
    say: (t) => t("The corrected cut-out is empty: it shows no product."),
  },
  {
    words: /corrected mask of this picture is not there/,
    say: (t) => t("The corrected cut-out of this picture is not there any more."),
  },
  {
    words: /image model refused to paint this/,
    say: (t) => ({
      message: t("The image model refused to paint this: its content rules do not allow it."),
      fix: t(
        "The credits were refunded. Change the prompt or the picture, leaving out brands, people and anything that may offend, or let the studio make it, which needs no model.",
      ),
    }),
  },
  {
    words: /image model changed the product/,
    say: (t) => ({
      message: t("The image model changed the product."),
      fix: t(
        "The credits were refunded. Choose the painted scene, which keeps the product's own pixels, or try again.",
      ),
    }),
  },
  {
    words: /image model made no usable picture|No image model made|None of the image models/,
    say: (t) => ({
      message: t("No image model could make this picture."),
      fix: t("The credits were refunded. Try again later, or let the studio make it, which needs no model."),
    }),
  },
  {
    words: /No worker is running/,
    say: (t) => ({
      message: t("No picture can be made at the moment."),
      fix: t("Nothing was charged. Try again in a minute."),
    }),
  },
  { words: /is not on offer any more/, say: (t) => t("This is not on offer any more.") },
  {
    words: /no such (?:picture|image) exists on the image host/,
    say: (t) => t("The image host does not have this picture."),
  },
  {
    words: /data is damaged or incomplete|the picture is damaged|not a picture that can be read/,
    say: (t) => t("The picture is damaged or incomplete."),
  },
  {
    words: /has (?<width>\d+) × (?<height>\d+) pixels: it needs at least (?<least>\d+)/,
    say: (t, values) =>
      t("The picture has {width} × {height} pixels: it needs at least {least} × {least}.", values),
  },
  {
    words: /(?:\d+×\d+|the picture) is too large/,
    say: (t) => t("The picture has too many pixels."),
  },
  {
    words: /the picture took too long to|the picture needs too much memory/,
    say: (t) => t("The picture is too much work to open: save it as JPEG or PNG, and try that."),
  },
  {
    words: /takes all of the storage that it may/,
    say: (t) =>
      t(
        "Your photos and their notes take all of the storage of your plan. Delete photos that you no longer need, or move to a larger plan.",
      ),
  },
  {
    words: /More work was ordered than this account's plan allows in an hour/,
    say: (t) => ({
      message: t("You have ordered as much as your plan allows in an hour."),
      fix: t("Nothing was charged. Wait a while, or move to a larger plan."),
    }),
  },
  {
    words: /may take (?<storage>\d+) MB in (?<files>\d+) files, and that is used up/,
    say: (t, values) =>
      t(
        "Your uploads may take {storage} MB in {files} files, and that is used up. Delete results that you no longer need, or move to a larger plan.",
        values,
      ),
  },
  {
    words: /at most (?<count>\d+) looks/,
    say: (t, values) => t("An account has at most {count} looks: delete one first.", values),
  },
  {
    words: /More than [\d,]+ previews in a day/,
    say: (t) => ({
      message: t("All previews of today are used up."),
      fix: t("Order without one, or go on tomorrow."),
    }),
  },
  { words: /no such look is shared any more/, say: (t) => t("This look is not shared any more.") },
  {
    words: /No more webhooks may be sent to this host/,
    say: (t) => t("No more webhooks may be sent to this host at the moment. Try again in a minute."),
  },
  {
    words: /at most (?<count>\d+) webhook endpoints/,
    say: (t, values) => t("An account has at most {count} webhook endpoints: delete one first.", values),
  },
];

/** Our words for a sentence of the service; null where that is none of those we know. */
export function sayKnown(message: string, t: Translate): Fault | null {
  for (const { words, say } of knownFaults) {
    const found = words.exec(message);
    if (!found) continue;
    const said = say(t, found.groups ?? {});
    return typeof said === "string" ? { message: said, fix: undefined } : said;
  }
  return null;
}
