import { serveLogo } from "#lib/http/brand.ts";

export const GET = serveLogo;
