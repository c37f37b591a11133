// Preloaded into the server process: when the process that started it is gone, even by kill -9, it ends too.
process.on("disconnect", () => process.exit(1));
