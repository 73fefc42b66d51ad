/** A rule of docs/api, as a check of a running instance. */
import type { World } from './world.ts';

export type Rule = {
  /** The heading that states it: `expiry`. */
  heading: string;
  /** The rule in words. */
  name: string;
  check: (world: World) => Promise<void>;
};

/** The rules of one page. */
export type Page = { page: `docs/${string}.md`; rules: Rule[] };

/** Defines a rule of a heading. */
export function rule(heading: string, name: string, check: Rule['check']): Rule {
  return { heading, name, check };
}
