-- AlterTable
ALTER TABLE "picture_mask" ADD COLUMN     "mask_ref" TEXT;

-- As of "generation".
CREATE FUNCTION drop_outdated_mask_ref() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.mask_url IS DISTINCT FROM OLD.mask_url AND NEW.mask_ref IS NOT DISTINCT FROM OLD.mask_ref THEN
    NEW.mask_ref := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER picture_mask_ref BEFORE UPDATE OF mask_url ON "picture_mask"
  FOR EACH ROW EXECUTE FUNCTION drop_outdated_mask_ref();
