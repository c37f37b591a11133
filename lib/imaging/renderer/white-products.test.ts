import { describeWhiteProducts } from "#lib/testing/imaging/white-products.ts";

describeWhiteProducts("few");
