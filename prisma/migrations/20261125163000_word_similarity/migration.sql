-- A search tolerates typing errors where the database has this. Without it, or the right to add it, it finds exact text.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm was not added: %', SQLERRM;
END $$;
