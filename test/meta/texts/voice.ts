/** Finds words that CONTRIBUTING.md#words rules out, as far as a program can see them. */

export type Finding = { kind: Kind; line: number; text: string };
export type Kind = 'headless' | 'phrase' | 'name' | 'contract';

/** A sentence that begins with a relative clause as its subject: "What a job leaves is removed." Questions are allowed. */
const HEADLESS = /^(?:And |But |Only )?(?:What|Who|Whom|Whose|Whoever|Whatever|Whichever|Which)\b(?! to\b)(?!.*\?$)/;

/** Phrases that are not idiomatic English. */
const PHRASES =
  /\b(?:on (?:its|their) way|ha(?:s|ve) arrived|came? to no end|(?:is|are|was|be) good until|stays? good|the papers say|worth another try|tries (?:is|are) left|of tries|leave (?:it |them )?out of|it stands in|without an end|nobody waits|for good|open until|may do|in particular what|belong together|need not do|tell the code|withdr(?:aw|ew)\w*)\b/gi;

/** Identifiers with a plainer name in the field. Members of libraries (`app.printRoutes`) and "to guess" in a message are not meant. */
const NAMES =
  /\b(?<!\.|\bto )(?:said|texts|print[A-Z]\w*|\w*[a-z]Letter|\w*Desk|lookAfter\w*|tellSoon|freeJobsOfTheDead|startHeart|StartAgain|unusedOut|canGovern|offersFor|withdraw\w*|guess\w*)\b/g;

/** A test that is named after such a clause: "what nobody reads is removed". */
const HEADLESS_TITLE = /\btest\(\s*['"`](?:what|who|whom|whose|whoever|whatever|which)\b[^'"`]*/gi;

const CONTRACT = /\bcontract:|\(contract\b/gi;

/** The findings in one file. */
export function findIn(path: string, content: string): Finding[] {
  const isCode = /\.(?:ts|tsx|mts|mjs)$/.test(path);
  const prose = isCode ? commentsOf(content) : paragraphsOf(content);
  return [
    ...prose.flatMap(({ line, text }) =>
      sentencesOf(text).flatMap((sentence) =>
        HEADLESS.test(sentence) ? [{ kind: 'headless' as const, line, text: sentence }] : [],
      ),
    ),
    ...(isCode ? titlesIn(content) : []),
    ...matchesIn(content, PHRASES, 'phrase'),
    ...matchesIn(content, CONTRACT, 'contract'),
    ...(isCode ? matchesIn(withoutProse(content), NAMES, 'name') : []),
  ];
}

function titlesIn(content: string): Finding[] {
  return [...content.matchAll(HEADLESS_TITLE)].map(({ 0: text, index }) => ({
    kind: 'headless' as const,
    line: content.slice(0, index).split('\n').length,
    text: text.replaceAll(/\s+/g, ' '),
  }));
}

function matchesIn(content: string, pattern: RegExp, kind: Kind): Finding[] {
  return content
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(pattern)].map(([text]) => ({ kind, line: index + 1, text })));
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=[A-Z“"`(])/).map((sentence) => sentence.trim());
}

type Prose = { line: number; text: string };

/** Comments, with adjacent line comments as one text. */
function commentsOf(content: string): Prose[] {
  const found: Prose[] = [];
  let isBlock = false;
  let previous = -1;
  content.split('\n').forEach((line, index) => {
    const start = /(?:^|\s|\{)(\/\*\*?|\/\/)(.*)$/.exec(line);
    if (!isBlock && start === null) return;
    const isNew = !isBlock && (start?.[1] !== '//' || previous !== index - 1 || !/^\s*\/\//.test(line));
    const raw = isBlock ? line : (start?.[2] ?? '');
    if (!isBlock && start?.[1] !== '//') isBlock = true;
    const text = raw
      .replace(/\*\/.*$/, '')
      .replace(/^\s*\*\s?/, '')
      .trim();
    if (isBlock && raw.includes('*/')) isBlock = false;
    previous = index;
    const last = found.at(-1);
    if (isNew || last === undefined) found.push({ line: index + 1, text });
    else last.text = `${last.text} ${text}`;
  });
  return found;
}

/** Paragraphs, list items and table cells of Markdown, without code. */
function paragraphsOf(content: string): Prose[] {
  const found: Prose[] = [];
  let isCode = false;
  let isOpen = false;
  content.split('\n').forEach((line, index) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    const text = line.replace(/^\s*(?:[-*>]|#+|\d+\.)\s+/, '').trim();
    if (isCode || text === '') {
      isOpen = false;
      return;
    }
    if (line.startsWith('|')) {
      found.push(...text.split('|').map((cell) => ({ line: index + 1, text: cell.trim() })));
      isOpen = false;
      return;
    }
    const last = found.at(-1);
    if (isOpen && last !== undefined && line.trimStart() === text) last.text = `${last.text} ${text}`;
    else found.push({ line: index + 1, text });
    isOpen = true;
  });
  return found;
}

/** Code without its comments and plain strings; each line stays where it is. */
function withoutProse(content: string): string {
  return content
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/(?<=^|\s)\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
