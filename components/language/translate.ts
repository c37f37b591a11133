export * from "#lib/language/translate.ts";
