/**
 * Where the product will stand in a photo, before there is a scene around it: what a painter of the scene must know.
 * Lengths and places are shares of the frame's width or height, from its top left corner.
 */
export interface ScenePlan {
  product: { left: number; top: number; width: number; height: number };
  /** Row in which the product touches the ground. */
  groundY: number;
  /** Row in which the surface ends behind the product. */
  horizonY: number;
  /** How far the camera looks down. */
  pitchDeg: number;
  light: {
    /** Seen from above: 0 at the camera, −90 left, 90 right, 180 behind the product. */
    azimuthDeg: number;
    elevationDeg: number;
    /** 0 a bare bulb … 1 a large softbox. */
    softness: number;
    /** −1 cool blue … 0 daylight … 1 candle. */
    warmth: number;
  };
}
