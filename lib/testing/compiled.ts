/** Passes Node's compile cache to processes that get only a few environment variables. */
export const compiledSources = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
