const refunded = "The credits were refunded.";
const withoutModels = `${refunded} Try again later, or use \`mode\` \`studio\`, which needs no image model.`;
const anotherPicture = "Upload the picture again, or use another one.";
const exportAgain = "Open the picture, export it again as JPEG or PNG, and use that file.";
const smallerPicture = "Make the picture smaller, then send the request again.";
const lighterPicture = "Export the picture again as JPEG or PNG with fewer pixels, and use that file.";

/** Reasons why a picture is unusable, or why work failed. */
export const workReasons = {
  nothing_found: {
    text: "no product was found in the picture: use one where it stands out from its background",
    fix: "Use a picture in which the product stands out from its background, or send a corrected mask of it.",
  },
  mask_empty: {
    text: "the corrected mask is black everywhere: it shows no product",
    fix: "Send a mask that is white where the product is, or leave the mask out.",
  },
  mask_deleted: {
    code: "generation_failed",
    text: "The corrected mask of this picture no longer exists.",
    fix: `${refunded} Correct the cut-out again, or order without the mask, with a new Idempotency-Key.`,
  },
  model_refused: {
    code: "generation_failed",
    text: "The image model refused to paint this: its content rules do not allow it.",
    fix: `${refunded} Change the prompt or the picture, leaving out brands, people and anything that may offend, or use \`mode\` \`studio\`, which needs no image model.`,
  },
  product_changed: {
    code: "generation_failed",
    text: "The image model changed the product.",
    fix: `${refunded} Use \`mode\` \`scene\`, which keeps the product's own pixels, or try again.`,
  },
  model_picture_unusable: {
    code: "generation_failed",
    text: "The image model made no usable picture.",
    fix: withoutModels,
  },
  models_too_slow: {
    code: "generation_failed",
    text: "No image model made the picture in time.",
    fix: withoutModels,
  },
  models_cannot_edit: {
    code: "generation_failed",
    text: "None of the image models that are set can edit a picture.",
    fix: withoutModels,
  },
  options_withdrawn: {
    code: "generation_failed",
    text: "This style, shape or size is no longer available.",
    fix: `${refunded} Order again with a style, shape and size that the API reference lists.`,
  },
  mode_withdrawn: {
    code: "generation_failed",
    text: "The mode `{mode}` is no longer available.",
    fix: `${refunded} Order again without \`mode\`, or with another one.`,
  },
  work_canceled: {
    code: "generation_failed",
    text: "The work was canceled.",
    fix: `${refunded} Order it again with a new Idempotency-Key if you still want it.`,
  },
  picture_not_found: { text: "no such picture exists on the image host", fix: anotherPicture },
  image_not_found: { text: "no such image exists on the image host", fix: anotherPicture },
  image_not_among_uploads: {
    text: "no such image exists on the image host among your uploads",
    fix: "Upload the mask with POST /api/v1/upload, and send the URL of its response.",
  },
  picture_format_unknown: { text: "not a {formats} picture", fix: exportAgain },
  picture_data_damaged: { text: "the {format} data is damaged or incomplete", fix: exportAgain },
  picture_damaged: { text: "the picture is damaged", fix: exportAgain },
  picture_unreadable: { text: "the file is not a picture that can be read", fix: exportAgain },
  picture_too_small: {
    text: "the picture has {width} × {height} pixels: it needs at least {least} × {least}",
    fix: "Use a larger picture of the product.",
  },
  picture_too_large: {
    text: "the picture is too large; at most {most} are accepted",
    fix: smallerPicture,
  },
  picture_size_too_large: {
    text: "{width}×{height} is too large; at most {most} are accepted",
    fix: smallerPicture,
  },
  heic_too_large: {
    text: "the picture is too large: HEIC pictures have at most {most}",
    fix: "Export the picture as JPEG, or make it smaller.",
  },
  file_empty: { text: "the file is empty", fix: "Choose the file again: it arrived without content." },
  file_too_large: {
    text: "the file has {bytes} bytes; at most {most} are accepted",
    fix: "Save the picture with stronger compression or fewer pixels, and send that file.",
  },
  decoding_too_slow: { text: "the picture took too long to decode", fix: lighterPicture },
  decoding_too_large: { text: "the picture needs too much memory to decode", fix: lighterPicture },
  memory_too_small: {
    text: "this installation has too little memory for photos in {resolution}",
    fix: "Order {largest}, or ask the operator to give the service at least {needed} MB of memory for {resolution}.",
  },
} as const;
