// Imported first by tests whose modules read this setting when they are loaded.
process.env.UPLOAD_MAX_MB = "5";
