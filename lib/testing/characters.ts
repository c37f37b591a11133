import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/** Any code point that is a character of its own. fast-check's `binary` is the same, and takes a second to build. */
export const anyCharacter = fc
  .nat(0x10ffff - surrogates.count)
  .map((code) => String.fromCodePoint(code < surrogates.first ? code : code + surrogates.count));
