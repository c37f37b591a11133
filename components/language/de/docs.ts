import type { Messages } from "#lib/language/translate.ts";

/** The frame of the documentation; its text is English. */
export const docs: Messages = {
  Changelog: "Änderungen",
  Contents: "Inhalt",
  "Contents of the page": "Inhalt der Seite",
  Feed: "Feed",
  Guide: "Leitfaden",
  "OpenAPI 3.1 document": "OpenAPI-3.1-Dokument",
  "Overview and guide": "Übersicht und Leitfaden",
  Reference: "Referenz",
  "This page as Markdown": "Diese Seite als Markdown",
};
