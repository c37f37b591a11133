import { serveBrandStyles } from "#lib/http/brand.ts";

export const GET = serveBrandStyles;
