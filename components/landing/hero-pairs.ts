/** Snapshots, and the photos that this service made from them. */
export const heroPairs = {
  mug: { title: "Mug", style: "Lifestyle" },
  camera: { title: "Camera", style: "Luxury" },
  candle: { title: "Candle", style: "Studio" },
};
