-- The version of the renderer that made a result; null for results made before it was recorded.
ALTER TABLE generation ADD COLUMN engine text;
