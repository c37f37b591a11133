/** For processes that are given no environment but a few names: what Node has compiled, it need not compile again. */
export const compiledSources = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
