import { brandStyles, readLogo } from "../platform/brand.ts";
import { commonSecurityHeaders } from "./security-headers.ts";

const kept = "public, max-age=300";

/** The operator's logo (BRAND_LOGO), or 404. The policy stops an SVG from running scripts or loading anything. */
export async function serveLogo(): Promise<Response> {
  const logo = await readLogo();
  if (logo === null) return new Response(null, { status: 404, headers: commonSecurityHeaders() });
  return new Response(logo.bytes, {
    headers: {
      ...commonSecurityHeaders(),
      "Content-Type": logo.contentType,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "Cache-Control": kept,
    },
  });
}

/** The style sheet of the operator's accent color (BRAND_COLOR); empty if none is set. */
export async function serveBrandStyles(): Promise<Response> {
  return new Response(brandStyles(), {
    headers: {
      ...commonSecurityHeaders(),
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": kept,
    },
  });
}
