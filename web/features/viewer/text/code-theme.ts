/**
 * A theme for Shiki whose colors are the numbers of classes. Style sheets then color the classes in both schemes, and no element
 * has a style of its own.
 */
import type { ThemeRegistrationRaw } from '@shikijs/core';

/** Class 0 is text. */
export const CODE_CLASSES = ['text', 'comment', 'keyword', 'string', 'number', 'function', 'type'] as const;

const SCOPES: Record<Exclude<(typeof CODE_CLASSES)[number], 'text'>, string[]> = {
  comment: ['comment', 'punctuation.definition.comment', 'markup.quote', 'meta.diff.header'],
  keyword: [
    'keyword',
    'storage',
    'entity.name.tag',
    'punctuation.definition.tag',
    'markup.heading',
    'variable.language',
  ],
  string: ['string', 'punctuation.definition.string', 'markup.inserted', 'markup.inline.raw', 'markup.fenced_code'],
  number: ['constant', 'markup.deleted', 'support.constant', 'markup.list punctuation'],
  function: ['entity.name.function', 'support.function', 'meta.function-call entity.name', 'markup.underline.link'],
  type: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class', 'entity.other.attribute-name'],
};

const colorOf = (index: number): string => `#${index.toString(16).padStart(6, '0')}`;

export const CODE_THEME: ThemeRegistrationRaw = {
  name: 'classes',
  type: 'light',
  fg: colorOf(0),
  bg: '#ffffff',
  settings: [
    { settings: { foreground: colorOf(0), background: '#ffffff' } },
    ...Object.entries(SCOPES).map(([name, scope]) => ({
      scope,
      settings: { foreground: colorOf(CODE_CLASSES.findIndex((each) => each === name)) },
    })),
  ],
};

/** The class of a token with this color of the theme. */
export const classOf = (color: string | undefined): number => {
  const index = Number.parseInt((color ?? '').slice(1, 7), 16);
  return index > 0 && index < CODE_CLASSES.length ? index : 0;
};
