// Imported first by tests whose modules read this setting when they are loaded.
process.env.BASE_URL = "https://photos.example";
