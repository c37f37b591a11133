// Imported first by tests whose modules read this setting when they are loaded.
process.env.BASE_URL = "http://127.0.0.1:9";
