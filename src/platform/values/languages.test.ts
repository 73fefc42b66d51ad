import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language, detectLanguage } from './languages.ts';
import { wordsOf } from './words.ts';

const detect = (text: string, fallback: Language = 'simple') =>
  detectLanguage(
    wordsOf(text).map(({ word }) => word),
    fallback,
  );

// The first article of the Universal Declaration of Human Rights, and the beginning of the second.
const ARTICLES: [Language, string][] = [
  [
    'english',
    'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood. Everyone is entitled to all the rights and freedoms set forth in this Declaration.',
  ],
  [
    'german',
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen. Jeder hat Anspruch auf die in dieser Erklärung verkündeten Rechte und Freiheiten.',
  ],
  [
    'french',
    'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se prévaloir de tous les droits et de toutes les libertés.',
  ],
  [
    'spanish',
    'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros. Toda persona tiene los derechos y libertades proclamados en esta Declaración.',
  ],
  [
    'portuguese',
    'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade. Todos os seres humanos podem invocar os direitos e as liberdades proclamados na presente Declaração, sem distinção alguma.',
  ],
  [
    'italian',
    'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza. Ad ogni individuo spettano tutti i diritti e tutte le libertà enunciate nella presente Dichiarazione.',
  ],
  [
    'dutch',
    'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen. Een ieder heeft aanspraak op alle rechten en vrijheden, in deze Verklaring opgesomd.',
  ],
  [
    'swedish',
    'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap. Var och en är berättigad till alla de rättigheter och friheter som uttalas i denna förklaring.',
  ],
  [
    'danish',
    'Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd. Enhver har krav på alle de rettigheder og friheder, som nævnes i denne erklæring, uden forskel af nogen art.',
  ],
  [
    'finnish',
    'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä. Jokainen on oikeutettu kaikkiin tässä julistuksessa esitettyihin oikeuksiin, ja se on myös niin kuin vain.',
  ],
  [
    'russian',
    'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства. Каждый человек должен обладать всеми правами, как это не было и что.',
  ],
  [
    'turkish',
    'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler. Herkes, ırk, renk, cinsiyet, dil veya din için bir fark olarak gözetilmeksizin bu haklardan istifade eder ve ne kadar çok.',
  ],
  [
    'hungarian',
    'Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek. Ez nem csak egy szó, és el is kell mondani, hogy már volt.',
  ],
  [
    'greek',
    'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης, από το τη και την ή για.',
  ],
  [
    'arabic',
    'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء من كل على هذا في التي إلى عن',
  ],
];

for (const [language, text] of ARTICLES)
  test(`a text in ${language} is recognized`, () => assert.equal(detect(text), language));

test('names, numbers, code and other languages have the fallback', () => {
  const others = [
    'Invoice 2026-117 Elmwood Ltd 4 711,50 EUR DE-89 3704 0044 0532 0130 00',
    'const total = rows.map((row) => row.sum).reduce((a, b) => a + b, 0);',
    '東京都庁は新宿区にあります。今日は天気がいいので、公園へ行きました。',
    'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.',
    '',
  ];
  for (const text of others) assert.deepEqual([detect(text), detect(text, 'german')], ['simple', 'german'], text);
});

test('a quotation does not change the language', () => {
  const [english = '', german = ''] = ARTICLES.map(([, text]) => text);
  assert.equal(detect(`${english} ${english} ${german}`), 'english');
});

test('every language is a configuration of PostgreSQL', async () => {
  const { startApp } = await import('../../../test/harness.ts');
  const { sql } = await startApp();
  const rows = await sql<{ name: string }[]>`select cfgname as name from pg_ts_config`;
  const names = new Set(rows.map(({ name }) => name));
  assert.deepEqual(
    LANGUAGES.filter((language) => !names.has(language)),
    [],
  );
});
