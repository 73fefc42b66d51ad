/** English messages of the views of files, for people with and without an account. */
import { formatNumber } from '../../../formatters.ts';

const rows = (count: number) => (count === 1 ? '1 row' : `${formatNumber(count)} rows`);

export const viewMessages = {
  gone: 'This document is no longer available.',
  none: {
    kind: (kind: string) => `${kind} files can’t be previewed.`,
    unknown: 'This file can’t be previewed.',
    mail: 'This email can’t be shown, because the link doesn’t allow downloads.',
    mailLimited: 'This email can’t be shown here, because the link limits downloads.',
  },
  source: 'Show source',
  text: {
    wrap: 'Wrap lines',
    copy: 'Copy',
    copied: 'Copied',
    more: 'Show more',
    tooLarge: (size: string) => `Showing the source, because the file is larger than ${size}.`,
    notShown: 'This file can’t be displayed as formatted text. Showing the source.',
    notDrawn: 'This drawing can’t be displayed. Showing the source.',
    laborious: 'Formatting this file takes long. Showing the source.',
    formatAnyway: 'Show formatted text',
    empty: 'This file is empty.',
  },
  markdown: { image: (name: string) => (name === '' ? '[Image]' : `[Image: ${name}]`) },
  table: {
    of: (name: string) => `Contents of ${name}`,
    size: (count: number, columns: number) =>
      `${rows(count)}, ${columns === 1 ? '1 column' : `${formatNumber(columns)} columns`}`,
    cut: (count: number) => `Showing the first ${rows(count)}. The file has more.`,
    cutColumns: (columns: number) => `Showing the first ${formatNumber(columns)} columns.`,
    row: 'Row',
    sortBy: (column: string) => `Sort by ${column}`,
    empty: 'This file is empty.',
  },
  mail: {
    from: 'From',
    to: 'To',
    cc: 'Cc',
    date: 'Date',
    noSubject: 'No subject',
    noText: 'This email has no text.',
    tooLong: 'The text of this email is too long to be shown. Show the source to read it.',
    attachments: 'Attachments',
    unnamed: 'Unnamed file',
    cut: (size: string) => `Only the first ${size} were read, so attachments may be missing or incomplete.`,
    failed: 'This email can’t be read. Showing the source.',
  },
  archive: {
    of: (name: string) => `Files in ${name}`,
    folder: 'Folder',
    count: (count: number) => (count === 1 ? '1 item' : `${formatNumber(count)} items`),
    cut: (count: number) => `Showing the first ${formatNumber(count)} items.`,
    empty: 'This archive is empty.',
  },
  media: {
    play: 'Play',
    playOf: (name: string) => `Play ${name}`,
    preparing: 'Preparing this file for playing. This can take several minutes.',
    cut: 'Only the first 30 minutes can be played here.',
    unplayable: (kind: string) => `This ${kind} file can’t be played.`,
    unknown: 'kind of',
    marked: 'Video and audio can’t be played through a link with a watermark.',
    download: 'Download',
    captions: 'Captions',
  },
  image: {
    broken: 'This image can’t be shown in full. The file may be damaged.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit to window',
    actual: 'Actual size',
    rotate: 'Rotate right',
    zoom: (percent: number) => `${formatNumber(percent)}%`,
    hint: 'Zoom with plus and minus, move with the arrow keys, and press 0 to fit the image to the window.',
  },
} as const;
