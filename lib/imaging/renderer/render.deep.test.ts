// Guards size, color and whiteness of photos in every style, aspect ratio and resolution.
import { describeRenderedPhotos } from "#lib/testing/imaging/rendered-photos.ts";

describeRenderedPhotos("all");
