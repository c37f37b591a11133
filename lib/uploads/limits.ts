/** An upload that no work names is deleted after this. */
export const unusedUploadDays = 7;
