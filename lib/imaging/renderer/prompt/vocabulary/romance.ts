import { wordsOf } from "../text.ts";

/** Nouns of prompts in Spanish, French and Italian, as they are written. */
const light = ["luz", "lumière", "luce", "sombra", "ombre", "ombra", "reflejo", "reflet", "riflesso"];
const props = ["flor", "fleur", "fiore", "fiori", "hoja", "feuille", "foglia", "planta", "plante", "pianta"];
const products = [
  ...["producto", "botella", "frasco", "tarro", "bolso", "mochila", "zapato", "zapatilla", "taza", "reloj"],
  ...["anillo", "collar", "pendiente", "vestido", "camisa", "caja", "silla", "gafas"],
  ...["produit", "bouteille", "flacon", "sac", "chaussure", "tasse", "montre", "bague", "collier"],
  ...["robe", "chemise", "boîte", "chaise", "lunettes", "parfum", "bijou", "bijoux", "joya", "gioiello"],
  ...[
    "prodotto",
    "bottiglia",
    "flacone",
    "vasetto",
    "borsa",
    "zaino",
    "scarpa",
    "scarpe",
    "tazza",
    "orologio",
  ],
  ...["anello", "collana", "orecchino", "vestito", "camicia", "scatola", "sedia", "occhiali", "profumo"],
];

export const romance = {
  back: ["fondo", "fond", "sfondo", "pared", "mur", "parete", "muro", "tonos", "tons", "toni"],
  ground: [
    ...["mesa", "tavolo", "superficie", "suelo", "pavimento", "encimera", "ripiano", "socle", "podio"],
    ...[
      "mármol",
      "marbre",
      "marmo",
      "madera",
      "bois",
      "legno",
      "lino",
      "lin",
      "terciopelo",
      "velours",
      "velluto",
    ],
    ...["seda", "soie", "seta", "piedra", "pierre", "pietra", "hormigón", "béton", "cemento", "azulejo"],
    ...["pétalo", "pétale", "petalo", "petali", "tela", "tissu", "tessuto", "arena", "sable", "sabbia"],
  ],
  other: [...products, ...light, ...props],
  light,
  props,
} as const;

/** Words after a color that change it, and the English word before one that does the same. */
export const colorModifiersAfter: Readonly<Record<string, string>> = plainKeys({
  claro: "light",
  clara: "light",
  clair: "light",
  claire: "light",
  chiaro: "light",
  chiara: "light",
  pálido: "pale",
  pâle: "pale",
  pallido: "pale",
  pastel: "pastel",
  pastello: "pastel",
  oscuro: "dark",
  oscura: "dark",
  foncé: "dark",
  foncée: "dark",
  scuro: "dark",
  scura: "dark",
  intenso: "vivid",
  vif: "vivid",
  acceso: "vivid",
});

function plainKeys(table: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).map(([word, english]) => [wordsOf(word)[0]?.text ?? word, english]),
  );
}
