/** The colors of the light and the dark scheme that don't depend on the deployment (docs/design.md#colors). */
import type { MantineColorsTuple } from '@mantine/core';
import { DARK_GROUND, DARK_SURFACE, LIGHT_GROUND, LIGHT_SURFACE } from '../brand.ts';

/** Gray with a little blue, from paper to ink. */
export const GRAY: MantineColorsTuple = [
  '#f7f8fa',
  LIGHT_GROUND,
  '#e6e9ee',
  '#dce1e8',
  '#c3cad4',
  '#a3acb9',
  '#758090',
  '#545f70',
  '#39424f',
  '#1c2430',
];

/** From text to the page. Surfaces get lighter the higher they lie: page, surface, menu. */
export const DARK: MantineColorsTuple = [
  '#e4e8ee',
  '#b0bac8',
  '#8d97a6',
  '#5b6575',
  '#333b48',
  DARK_GROUND,
  '#232933',
  DARK_SURFACE,
  '#12161c',
  '#0c0f13',
];

/** Colors of one scheme. Text is readable on all backgrounds (4.5:1), edges and kinds are visible on them (3:1). */
export type Scheme = {
  /** Backgrounds: the page, surfaces on it, menus and dialogs, and elements below the pointer. */
  ground: string;
  surface: string;
  raised: string;
  hover: string;
  text: string;
  /** Dates, sizes and hints. */
  dimmed: string;
  error: string;
  success: string;
  warning: string;
  /** Lines between things. They carry no meaning, so they are faint. */
  line: string;
  /** Edges of buttons with a label, which identifies them. */
  outline: string;
  /** Edges of fields and checkboxes. */
  edge: string;
  /** Icons by kind of file. */
  kinds: Record<KindColor, string>;
  /** Parts of source code. */
  code: Record<'comment' | 'keyword' | 'string' | 'number' | 'function' | 'type', string>;
  /** The drawing on such an icon. */
  glyph: string;
};

export type KindColor =
  | 'pdf'
  | 'image'
  | 'doc'
  | 'sheet'
  | 'slides'
  | 'video'
  | 'audio'
  | 'archive'
  | 'code'
  | 'mail'
  | 'drawing'
  | 'text'
  | 'other';

export const LIGHT_SCHEME: Scheme = {
  ground: GRAY[0],
  surface: LIGHT_SURFACE,
  raised: LIGHT_SURFACE,
  hover: LIGHT_GROUND,
  text: GRAY[9],
  dimmed: GRAY[7],
  error: '#b42323',
  success: '#1f7a36',
  warning: '#8a5300',
  line: GRAY[3],
  outline: GRAY[4],
  edge: GRAY[6],
  kinds: {
    pdf: '#cf3a3a',
    image: '#0b8069',
    doc: '#2f6bd0',
    sheet: '#25803a',
    slides: '#bd5314',
    video: '#8549cf',
    audio: '#bd3681',
    archive: '#786845',
    code: '#23758a',
    mail: '#5160c4',
    drawing: '#a34a2f',
    text: '#586679',
    other: '#6b7585',
  },
  code: {
    comment: GRAY[7],
    keyword: '#8a2fb8',
    string: '#1b6b3a',
    number: '#9a4708',
    function: '#2456b8',
    type: '#0f6478',
  },
  glyph: '#ffffff',
};

export const DARK_SCHEME: Scheme = {
  ground: DARK[8],
  surface: DARK_SURFACE,
  raised: DARK[6],
  hover: DARK[5],
  text: DARK[0],
  dimmed: DARK[1],
  error: '#ffa3a3',
  success: '#7fd494',
  warning: '#f2c066',
  line: DARK[4],
  outline: DARK[3],
  edge: DARK[2],
  kinds: {
    pdf: '#f2807f',
    image: '#52c4a6',
    doc: '#82b2fb',
    sheet: '#74c783',
    slides: '#f2a263',
    video: '#bd9df4',
    audio: '#ee92c2',
    archive: '#cbb893',
    code: '#7cc5d6',
    mail: '#aab5f8',
    drawing: '#e59a80',
    text: '#a9b5c6',
    other: '#9aa5b5',
  },
  code: {
    comment: DARK[1],
    keyword: '#d3a6f7',
    string: '#8fd6a0',
    number: '#f2b07a',
    function: '#93bbff',
    type: '#80cfe0',
  },
  glyph: DARK[8],
};

/** Backgrounds that text and controls stand on, besides the tints of the accent. */
export const backgroundsOf = ({ ground, surface, raised, hover }: Scheme): string[] => [ground, surface, raised, hover];
