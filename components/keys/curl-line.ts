/** A first call with this key, to paste into a terminal. */
export function curlLine(baseUrl: string, key: string): string {
  return `curl ${baseUrl}/api/v1/credits -H "Authorization: Bearer ${key}"`;
}
