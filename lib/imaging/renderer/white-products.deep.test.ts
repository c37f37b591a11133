// Guards that white products of any brightness keep their detail and their edge, in every style.
import { describeWhiteProducts } from "#lib/testing/imaging/white-products.ts";

describeWhiteProducts("all");
