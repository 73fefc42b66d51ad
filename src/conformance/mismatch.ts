/** The outcomes of a rule that are not a success. */

/** The instance breaks the rule. */
export class Mismatch extends Error {
  readonly expected: string;
  readonly got: string;
  /** The request whose response broke the rule. */
  readonly about: string;

  constructor(expected: string, got: unknown, about: string) {
    const shown = show(got);
    super(`expected ${expected}, got ${shown}`);
    this.expected = expected;
    this.got = shown;
    this.about = about;
  }
}

/** The rule cannot be checked at this instance, for the reason of the message. */
export class NotApplicable extends Error {}

const LONGEST = 300;

/** A value in one line. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
