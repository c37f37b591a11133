import { clauseEnd, wordsOf } from "./text.ts";

/** Languages of prompts. */
export type Language = "en" | "de" | "es" | "fr" | "it";

export const negations: ReadonlySet<string> = new Set([
  ...["no", "not", "without", "never", "avoid", "zero", "minus", "dont", "non"],
  ...["ohne", "kein", "keine", "keinen", "nicht", "keinem", "keiner"],
  ...["sin", "sans", "senza", "nessun", "nessuna", "ningun"],
]);

/** Words without an effect: grammar, photography in general, praise, names of common products. */
const fillerWords: Record<Language, string> = {
  en:
    "a an the and or but of on in at by to for from with into onto over under above behind before beside " +
    "near next around along against through up down out off as is are be being its it this that these " +
    "those there which while where my our your their his her very really quite slightly extremely more " +
    "most much many some any few all each every only just also too so such then than like please want " +
    "need make made show shown showing place placed put sit sitting stand standing rest resting lie lying " +
    "laid set located positioned create feature featuring has have having can should would will must " +
    "photo photograph photography photographic picture image shot shoot render rendering professional " +
    "commercial advertising editorial catalog catalogue ecommerce commerce shop store listing hero " +
    "packshot quality high low resolution hd uhd hdr detailed detail realistic photorealistic sharp focus " +
    "clear beautiful nice pretty great stunning gorgeous attractive perfect amazing lovely lifestyle " +
    "studio look looking style styled centered centred center centre middle composition frame framed " +
    "foreground depth field blurred blur blurry softly gently natural ambient source color colour hue " +
    "shade palette main hard gentle subtle strong crisp faint mood atmosphere feel feeling vibe ultra " +
    "lens mm key between among amid surrounded scattered arranged campaign edge whole thing coming",
  de:
    "auf mit ein eine einem einer einen und oder vor von vom im der das den dem des am aus bei hinter neben " +
    "unter über durch ist sind wie sehr etwas bild foto aufnahme szene stimmung viel viele ganz nahe kleine " +
    "kleiner kleines kleinem kleinen großen große schöne schönen schönes ins zum zur ihr ihre mein meine meinem " +
    "unser liegt steht stehend liegend produkt aber unsere unserem unseren daneben davor dahinter in die zu " +
    "zwischen rund herum drumherum darum dazu paar ein bisschen bitte soll sollen stehen liegen passend " +
    "unseren shop produktfoto atmosphäre umgebung umgeben echte echter",
  es:
    "nuestro nuestra nuestros vuestro con de del la el los las lo y e o en un una unos unas uno sobre para por " +
    "muy al es su sus mi imagen producto escena junto entre pequeño grande botella frasco bolso zapato zapatos " +
    "tarro bote foto fotografía profesional ambiente estilo toque colocado colocada puesto puesta apoyado " +
    "apoyada rodeado rodeada alrededor lado detrás delante debajo encima algunos algunas pocas pocos varios " +
    "varias muchas muchos este esta quiero tienda calidad desenfocado desenfocada primer plano cerca hasta " +
    "bonito bonita decorado decorada lleno llena esparcidos esparcidas frente hay que se me",
  fr:
    "notre nos votre sous avec et sur dans le les du au aux très est son sa ses mon ma mes ou pour par de des " +
    "la un une produit scène près petit petite petits petites grand grande bouteille flacon sac chaussure " +
    "chaussures photo photographie professionnel professionnelle ambiance style esprit décor posé " +
    "posée placé placée disposé disposée entouré entourée devant derrière autour quelques plein pleine côté " +
    "arrière plan premier flou floue beau belle joli jolie façon boutique qualité à en chez entre éparpillés " +
    "parsemé parsemée touche je veux il y",
  it:
    "nostro nostra sotto di della dello dei delle degli del il i gli lo la le un una uno per molto nel nella nei " +
    "nelle sul sulla sui sulle su dal dalla dai al alla allo ed e con suo sua mio mia immagine prodotto scena " +
    "vicino piccolo piccola fra tra da in bottiglia flacone borsa scarpa scarpe barattolo vasetto foto " +
    "fotografia professionale ambiente atmosfera stile tocco appoggiato appoggiata posato posata messo messa " +
    "adagiato adagiata circondato circondata intorno attorno accanto davanti dietro alcuni alcune qualche bello " +
    "bella bel pieno piena sfocato sfocata negozio qualità sparsi sparse a bordo",
};

function plainSet(list: string): ReadonlySet<string> {
  return new Set(wordsOf(list).map(({ text }) => text));
}

const byLanguage = (Object.entries(fillerWords) as [Language, string][]).map(
  ([language, list]) => [language, plainSet(list)] as const,
);
const fillers: ReadonlySet<string> = new Set(byLanguage.flatMap(([, grammar]) => [...grammar]));
/** A refusal goes on after these. */
const articles: ReadonlySet<string> = plainSet(
  "a an the any or and de di el la los las le les un una il lo gli i",
);

export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/** Returns a function that is given word after word: whether the prompt rejects what it names there. */
export function createRefusal(): (word: string) => boolean {
  let isRefused = false;
  return (word) => {
    if (negations.has(word)) isRefused = true;
    else if (word === clauseEnd || (fillers.has(word) && !articles.has(word))) isRefused = false;
    return isRefused;
  };
}

/** The languages that a prompt may be in: those with most of its grammar; all when it has none. */
export function languagesOf(words: readonly string[]): ReadonlySet<Language> {
  const counts = byLanguage.map(([language, grammar]) => ({
    language,
    count: words.filter((word) => grammar.has(word)).length,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  return new Set(counts.flatMap(({ language, count }) => (count === most ? [language] : [])));
}

const accompaniment =
  /(?<!\p{L})(with|and|between|mit|und|neben|zwischen|con|y|junto|entre|avec|et|e|tra|accanto)(?!\p{L})/iu;

/** Whether a phrase is named beside something else: the vase in "a wall with a vase". */
export function isAccompanying(prompt: string, phrase: string): boolean {
  return accompaniment.test(prompt.slice(0, Math.max(0, prompt.indexOf(phrase))));
}

const determiners = plainSet(
  "a an the ein eine einen einem einer der die das dem den el la los las un una unos unas le les une des il lo gli i uno",
);
/** What follows these is around the product: a mug on a coffee table. */
const prepositions = plainSet(
  "on upon in with beside near behind under next to auf mit neben hinter unter vor bei im am sobre con junto en bajo " +
    "sur avec sous devant derrière dans su sul sulla sullo sui sulle nel nella accanto sotto davanti",
);

/** Whether the words of a prompt from `at` on name something on, in or beside which the product is. */
export function isInSurroundings(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at).findLast((word) => !determiners.has(word));
  return before !== undefined && prepositions.has(before);
}
