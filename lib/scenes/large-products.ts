import { phraseKey } from "../imaging/renderer/prompt/stem.ts";
import { wordsOf } from "../imaging/renderer/prompt/text.ts";
import { wordsByLanguage } from "../imaging/renderer/prompt/translations/index.ts";

/** Products that stand on the floor, as `en | de | es | fr | it`. */
const names = [
  "chair, armchair, stool | Stuhl, Sessel, Hocker | silla, sillón, taburete | chaise, fauteuil, tabouret | sedia, poltrona, sgabello",
  "sofa, couch | Sofa, Couch | sofá | canapé | divano",
  "chest of drawers, wardrobe, bookcase | Kommode, Schrank, Regal | cómoda, armario, estantería | commode, armoire, étagère | cassettiera, armadio, scaffale",
  "coffee table, side table, dining table | Couchtisch, Beistelltisch, Esstisch | mesa de centro, mesa de comedor | table basse, table à manger | tavolino, tavolo da pranzo",
  "floor lamp | Stehlampe | lámpara de pie | lampadaire | lampada da terra, piantana",
  "furniture | Möbel, Möbelstück | mueble | meuble | mobili",
  "bicycle, bike, scooter, motorbike, motorcycle | Fahrrad, Rennrad, E-Bike, Roller, Motorrad | bicicleta, bici, patinete, motocicleta | vélo, trottinette, moto | bicicletta, monopattino, motocicletta",
  "suitcase, luggage, trolley | Koffer, Gepäck, Trolley | maleta, equipaje | valise, bagages | valigia, bagaglio",
  "pram, stroller, pushchair | Kinderwagen, Buggy | cochecito | poussette, landau | passeggino",
  "lawn mower, wheelbarrow, barbecue | Rasenmäher, Schubkarre, Grill | cortacésped, carretilla, barbacoa | tondeuse, brouette, barbecue | tosaerba, carriola, barbecue",
  "treadmill, exercise bike, surfboard, guitar | Laufband, Heimtrainer, Surfbrett, Gitarre | cinta de correr, tabla de surf, guitarra | tapis de course, planche de surf, guitare | tapis roulant, tavola da surf, chitarra",
];

const keyOf = (text: string) => phraseKey(wordsOf(text).map((word) => word.text));
const keys = names.flatMap((entry) => wordsByLanguage(entry).flatMap(({ words }) => words.map(keyOf)));
/** Stems of this length also end compounds: `Bürostuhl`, `Kinderfahrrad`. */
const shortestEnd = 5;

/** Whether a prompt names a product that is too large for a table. */
export function namesLargeProduct(prompt: string): boolean {
  const words = keyOf(prompt).split(" ");
  const text = ` ${words.join(" ")} `;
  return keys.some(
    (key) =>
      text.includes(` ${key} `) ||
      (key.length >= shortestEnd && !key.includes(" ") && words.some((word) => word.endsWith(key))),
  );
}
