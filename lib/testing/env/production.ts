// Imported first by tests whose modules read this setting when they are loaded.
Object.assign(process.env, { NODE_ENV: "production" });
