import { describeRelitProducts } from "#lib/testing/imaging/relit-products.ts";

describeRelitProducts("few");
