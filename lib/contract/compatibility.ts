/** Changes that a client must be prepared for. */
export const compatibility =
  "New error codes, fields, operations, optional parameters, events, and enum values in responses may be added at any time: ignore what you do not know.";
