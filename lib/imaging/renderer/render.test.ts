import { describeRenderedPhotos } from "#lib/testing/imaging/rendered-photos.ts";

describeRenderedPhotos("few");
