/**
 * Endings of words by language, without accents like the words of texts. Texts are indexed by the stems of their words, so a search for the
 * beginning of a word also needs the stems of the words that begin so and are longer than their stem.
 */
const ENDINGS: Record<string, string[]> = {
  danish: words('e en er et erne ede ende heden heder heds else elser lig lige ligt ig ige igt'),
  dutch: words('e en s heid heden ing ingen lijk lijke baar bare end ende tje tjes'),
  english: words(
    'e s es ed er ers ing ings y ies ied ily ly al als ally ation ations ative ator ators ion ions ive ize ized izes izing ization izations ' +
      'ity ities ment ments mental ness nesses able ible ability ibility ably ibly ance ances ence ences ant ants ent ents ful fully fulness ' +
      'less ism ist ists istic ous ously ousness ship ships ical ically icate iciti sses ying',
  ),
  finnish: words(
    'a t n en in an ssa sta lla lta lle ksi na ia iden issa ista illa jen inen iset isen uus uuden minen misen ton',
  ),
  french: words(
    'e s es er ez ee ees ent ant ante ants antes ement ements ment ations ation ateur ateurs atrice ateurs if ifs ive ives ite ites ' +
      'ique iques isme ismes iste istes able ables eux euse euses ance ances ence ences logie logies ution utions ait aient ions ons ir ira',
  ),
  german: words(
    'e n s en er ern em es st est end ende ung ungen heit heiten keit keiten lich liche lichen lichkeit isch ische ig ige igkeit nis',
  ),
  italian: words(
    'a e i o are ere ire ato ata ati ate ando endo zione zioni azione azioni atore atori mente amente mento menti amenti ita ivo iva ivi ive ' +
      'oso osa osi ose ico ica ici iche abile abili ibile ibili anza anze enza enze ismo ismi ista isti iste logia logie',
  ),
  norwegian: words('e en er et ene ede ende hetene heten heter het else elser lig lige eleg ig'),
  portuguese: words(
    'a o as os ar er ir ado ada ados adas ando endo acao acoes amento amentos imento imentos mente amente idade idades ivo iva ivos ivas oso osa ' +
      'osos osas ico ica icos icas avel aveis ivel iveis ancia encia encias ismo ismos ista istas logia logias ador adores eza ezas',
  ),
  romanian: words(
    'a e i u ul ului le lor ii elor ilor are ere ire at ata ati ate ator atori atie atii ment mente itate itati iv iva ive os oasa',
  ),
  russian: words(
    'а я о е и ы у ю й ь ов ев ей ам ям ах ях ами ями ом ем ой ого его ому ему ый ий ая яя ое ее ые ие ых их ым им ть л ла ло ли ение ения ений ' +
      'ость ости ный ного ная ное ные ных',
  ),
  spanish: words(
    'a o e s as os es ar er ir ado ada ados adas ando iendo acion aciones adora ador adores amiento amientos imiento imientos mente amente idad ' +
      'idades ivo iva ivos ivas oso osa osos osas ico ica icos icas able ables ible ibles anza anzas encia encias ismo ismos ista istas logia logias',
  ),
  swedish: words(
    'a e n s ar er or en et na arna erna orna ade ande ende het heten heter else elser lig liga ligt ig iga igt',
  ),
};

/** The beginning itself, and words that begin with it: an ending that it has already begun is completed. */
export function completionsOf(beginning: string, language: string): string[] {
  const completed = (ENDINGS[language] ?? []).flatMap((ending) =>
    Array.from({ length: ending.length }, (_, n) => n)
      .filter((n) => beginning.endsWith(ending.slice(0, n)))
      .map((n) => beginning + ending.slice(n)),
  );
  return [...new Set([beginning, ...completed])];
}

/**
 * The pairs of a letter and this character, in scripts that write vowels as marks: there, the index does not have the last character of a
 * pair. Letters with marks of their own would be too many. Empty for other scripts.
 */
export function pairsBefore(character: string): string[] {
  if (!SPELLED.test(character)) return [];
  const first = (character.codePointAt(0) ?? 0) & ~0x7f;
  return Array.from({ length: 128 }, (_, n) => String.fromCodePoint(first + n))
    .filter((letter) => SPELLED.test(letter) && letter === letter.normalize('NFKD'))
    .map((letter) => letter + character);
}

/** Whether few words of an index can begin with these characters, so that PostgreSQL can look for all of them. */
export function isSpelled(beginning: string): boolean {
  return SPELLED.test(beginning);
}

const SPELLED = /^(?=\p{Lo})[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}?$/u;

function words(text: string): string[] {
  return text.split(' ');
}
