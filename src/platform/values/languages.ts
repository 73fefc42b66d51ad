/** Languages of texts, by the names of PostgreSQL's text search configurations. */
import { wordsOf } from './words.ts';

/** Frequent short words of each language. `simple` is every other language. */
const FREQUENT = {
  arabic: 'في من على إلى أن هذا التي الذي عن مع كان هذه ما لا أو كل بين قد بعد ذلك هو هي كما',
  armenian: 'և է են մի այդ իր որ հետ մեջ համար կամ նաև այս ու նրա եմ եք էր',
  basque: 'eta da ez dute bat zen hau dira du izan baina ere edo beste dituzte honen hori gure oso',
  catalan: 'els amb per que una les dels és del al aquesta aquest com més són són seva també però hi ha',
  danish:
    'og er det at en den til af som på ikke med der var han jeg blev eller også efter fra vi skal hvor mellem nogle',
  dutch:
    'de het een van en in is dat op te zijn met voor niet aan er om ook als bij door naar wordt maar deze worden werd heeft hebben ik wij zij hun onze uit over tot dan nog wel kan zal moet',
  english:
    'the of and to in is that for it was on as with be by at this are or from an not which have but they you we his has had were will would been their more can there when who its if all',
  finnish: 'ja on ei että se oli ovat mutta kun hän tai joka myös sekä ole mukaan niin vain kuin jos tämä sen olla',
  french:
    'le la les des de et un une est dans que qui pour sur par au avec ce ne pas plus sont il elle nous vous aux cette ont été à avons avez être fait leur leurs ses son sa mais ou où tout tous notre votre comme très entre sous ces',
  german:
    'der die und das von zu den mit ist des im dem nicht ein eine für auf als auch sich werden wird oder bei nach aus sind wie war hat wurde wurden nur noch einer einem eines einen zum zur durch mehr um sie wir ihr am dass kann haben',
  greek: 'και το της την του η να τα με από για στο είναι τη οι στην δεν των που θα τον ή ότι',
  hindi: 'के में की है और से का को पर यह है कि इस एक ने हैं भी था लिए नहीं',
  hungarian: 'a az és hogy nem is egy volt meg de ez csak mint még vagy már azt ezt el kell lehet van után alapján',
  indonesian:
    'yang dan di dari untuk pada dengan ini itu adalah dalam tidak ke oleh akan atau juga sebagai telah dapat',
  irish: 'agus an na ar is ag le go bhí sé ní raibh atá seo sin ach chun féin leis ó tá',
  italian:
    'di che il la e un una per non del della in con sono è le da gli dei nel alla anche si come ma questo delle stato stata ha hanno più tra nostro essere dal dalla nella sul sulla degli',
  lithuanian: 'ir yra kad su iš į tai kaip bet jo buvo apie dėl arba kuris šis tik nuo už ne po',
  nepali: 'छ र को मा का यो पनि हो भने गर्ने लागि छन् थियो एक भएको तथा उनले गरेको',
  norwegian:
    'og er det at en til av som på ikke med var han jeg ble eller også etter fra vi skal hvor mellom noen ikke bare',
  portuguese:
    'de que e o a do da em um para com não uma os no se na por mais as dos como mas ao das são pelo também foi à às ser foram entre sua seu seus quando até sem ter está pela',
  romanian: 'și de în la cu pe care este nu un o din că mai sau ale fost sunt pentru prin acest după această',
  russian: 'и в не на что с по как это его но из для он к от за все так же или был они мы при',
  serbian: 'и је у да се на за су од са који то као не из je da se na su od sa koji što nije bio ali ili',
  spanish:
    'de la que el en y los del se las por un para con no una su al lo es como más pero sus este ya también está fue ser han ha entre desde cuando muy sin sobre hasta donde le les todo',
  swedish:
    'och att det i som en på är av för med till den har inte om ett var han från eller också men vi ska efter mellan',
  tamil: 'ஒரு என்று மற்றும் இந்த என இது அந்த அவர் உள்ள கொண்டு என்ற பல இல்லை வேண்டும் மிகவும்',
  turkish: 've bir bu için ile da de olarak olan daha çok gibi ne kadar ancak var sonra ama ya veya değil her göre',
  yiddish: 'און די איז אַז ניט האָט דער אין צו פֿון עס מיט וואָס זיך אויף זײַן מען אַ דאָס',
} as const;

export type Language = keyof typeof FREQUENT | 'simple';

/** Every language, and `simple`. */
export const LANGUAGES = [...Object.keys(FREQUENT), 'simple'] as Language[];

/** So many words are enough for a decision. */
const SAMPLE = 4_000;
/** Of the words of ordinary prose, 30 to 50 of 100 are in the list of its language. */
const MIN_SHARE = 0.1;
/** A name or a title in another language has one or two of them. */
const MIN_DISTINCT = 4;

/** For each frequent word, its languages. */
const LANGUAGES_OF = new Map<string, Language[]>();
for (const [language, line] of Object.entries(FREQUENT) as [Language, string][]) {
  const words = new Set(wordsOf(line).map((found) => found.word));
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}

/** The language whose frequent words make up most of the text; `fallback` if there are too few of any. */
export function detectLanguage(words: readonly string[], fallback: Language): Language {
  const scores = new Map<Language, { score: number; count: number; distinct: Set<string> }>();
  const sample = words.slice(0, SAMPLE);
  for (const word of sample) {
    const languages = LANGUAGES_OF.get(word) ?? [];
    for (const language of languages) {
      const found = scores.get(language) ?? { score: 0, count: 0, distinct: new Set() };
      // A word of several languages says little about which one it is.
      found.score += 1 / languages.length;
      found.count += 1;
      found.distinct.add(word);
      scores.set(language, found);
    }
  }
  const [best] = [...scores]
    .filter(([, { count, distinct }]) => distinct.size >= MIN_DISTINCT && count >= MIN_SHARE * sample.length)
    .sort(([, a], [, b]) => b.score - a.score);
  return best?.[0] ?? fallback;
}
