// Guards that the scene's light on a product stays within its bounds in every variant of every style.
import { describeRelitProducts } from "#lib/testing/imaging/relit-products.ts";

describeRelitProducts("all");
