-- The references of rows that are there already are filled by a task (lib/generations/fill-references.ts).
ALTER TABLE "generation" ADD COLUMN     "result_ref" TEXT,
ADD COLUMN     "source_ref" TEXT;

-- The former version knows no references: where it writes another URL, the reference beside it is out of date.
CREATE FUNCTION drop_outdated_generation_refs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.image_url IS DISTINCT FROM OLD.image_url AND NEW.source_ref IS NOT DISTINCT FROM OLD.source_ref THEN
    NEW.source_ref := NULL;
  END IF;
  IF NEW.result_url IS DISTINCT FROM OLD.result_url AND NEW.result_ref IS NOT DISTINCT FROM OLD.result_ref THEN
    NEW.result_ref := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER generation_refs BEFORE UPDATE OF image_url, result_url ON "generation"
  FOR EACH ROW EXECUTE FUNCTION drop_outdated_generation_refs();
