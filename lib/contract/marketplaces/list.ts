/** Picture sizes that marketplaces require, by their API names. */
export const marketplaceSizes = {
  amazon: { label: "Amazon main image", width: 2000, height: 2000 },
  ebay: { label: "eBay", width: 1600, height: 1600 },
  etsy: { label: "Etsy listing", width: 2000, height: 1500 },
  shopify: { label: "Shopify", width: 2048, height: 2048 },
  instagram_square: { label: "Instagram square", width: 1080, height: 1080 },
  instagram_portrait: { label: "Instagram portrait", width: 1080, height: 1350 },
  instagram_story: { label: "Instagram story", width: 1080, height: 1920 },
  pinterest: { label: "Pinterest pin", width: 1000, height: 1500 },
} as const;

export type MarketplaceSize = keyof typeof marketplaceSizes;
export const marketplaceSizeNames = Object.keys(marketplaceSizes) as [MarketplaceSize, ...MarketplaceSize[]];
