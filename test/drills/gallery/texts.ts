/** Texts, code, tables, emails and archives. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { zip } from '../../../src/platform/rendering/samples.fixture.ts';
import { NOT_SHOWN, PAGE, type Sample } from './sample.ts';

const LINES = { shows: 'pre [data-number]', shownToViewers: PAGE };
const CODE = { shows: 'pre [data-code]', shownToViewers: PAGE };
const TABLE = { shows: '[role=table] [role=cell]', shownToViewers: PAGE };

const GREETING = 'Grüße aus Köln, Zürich und Ærø.\r\n\r\nThe second line has a tab:\t|\r\n';
const root = resolve(import.meta.dirname, '../../..');

export function textFiles(): Sample[] {
  return [
    { name: 'Notes UTF-8.txt', content: Buffer.from(`${GREETING}日本語 العربية 🎉\r\n`), ...LINES },
    { name: 'Notes UTF-16.txt', content: Buffer.from(`\uFEFF${GREETING}日本語\r\n`, 'utf16le'), ...LINES },
    { name: 'Notes Latin-1.txt', content: Buffer.from(GREETING, 'latin1'), ...LINES },
    { name: 'server.log', content: Buffer.from(log()), ...LINES },
    { name: 'pager.ts', content: readFileSync(resolve(root, 'web/features/viewer/paged/pager.ts')), ...CODE },
    { name: 'report.py', content: Buffer.from(PYTHON), ...CODE },
    { name: 'schema.sql', content: readFileSync(resolve(root, 'migrations/0050_renditions.sql')), ...CODE },
    { name: 'data.json', content: Buffer.from(JSON.stringify(PLACES, null, 2)), ...CODE },
    { name: 'page.html', content: Buffer.from(HTML), ...CODE },
    { name: 'README.md', content: Buffer.from(MARKDOWN), shows: 'table td', shownToViewers: PAGE },
    { name: 'Measurements.csv', content: Buffer.from(table(5000, ',')), ...TABLE },
    { name: 'Rooms.tsv', content: Buffer.from(table(40, '\t')), ...TABLE },
    {
      name: 'Offer.eml',
      content: Buffer.from(MAIL),
      shows: 'text=Please find our offer',
      shownToViewers: 'text=This email can’t be shown',
    },
    {
      name: 'Plans.zip',
      content: archive(),
      shows: 'text=plans/Ground floor.txt',
      shownToViewers: 'text=plans/Ground floor.txt',
    },
    { name: 'Firmware.bin', content: firmware(), shows: NOT_SHOWN, shownToViewers: NOT_SHOWN },
  ];
}

const log = () =>
  Array.from(
    { length: 400 },
    (_, at) =>
      `2026-11-23T10:${String(at % 60).padStart(2, '0')}:00Z INFO request ${at} answered in ${(at * 7) % 90} ms`,
  ).join('\n');

const PYTHON = `"""Sums up the open amounts of a project."""
from dataclasses import dataclass


@dataclass
class Item:
    name: str
    offer: float
    paid: float = 0.0

    @property
    def open(self) -> float:
        return self.offer - self.paid


def total(items: list[Item]) -> float:
    # Items without an offer count as nothing.
    return sum(item.open for item in items if item.offer > 0)


print(f"Open: {total([Item('Roof', 20_500, 6_150)]):,.2f}")
`;

const PLACES = {
  project: 'House by the lake',
  rooms: ['Kitchen', 'Bath'],
  area: 184.5,
  isBuilt: false,
  architect: null,
};

const HTML = `<!doctype html>
<html lang="en">
  <head><title>House</title><link rel="stylesheet" href="https://elsewhere.example/a.css"></head>
  <body onload="alert(1)"><h1>House by the lake</h1><img src="https://elsewhere.example/a.png" alt=""></body>
</html>
`;

const MARKDOWN = `# House by the lake

A short **summary** with a [link](https://example.com/) and \`code\`. ![A plan](https://elsewhere.example/plan.png)

## Costs

| Item | Amount |
|:--|--:|
| Roof | 20,500.00 |
| Windows | 24,600.00 |

1. Foundation
2. Timber frame
   - with insulation

\`\`\`ts
// Adds the tax to an amount.
export const withTax = (amount: number): number => amount * 1.19;
\`\`\`

> The roof stays as agreed.

- [x] Drawings
- [ ] Permit
`;

function table(rows: number, separator: string): string {
  const lines = Array.from({ length: rows }, (_, at) =>
    [at + 1, `Room ${(at % 12) + 1}`, (((at * 7919) % 4000) / 100).toFixed(2), at % 3 === 0 ? 'dry' : 'damp'].join(
      separator,
    ),
  );
  return [['Number', 'Room', 'Area', 'State'].join(separator), ...lines].join('\n');
}

const MAIL = `From: Sam Okafor <sam@customer.example>
To: Nora Lind <nora@lind.example>
Cc: office@lind.example
Subject: Offer for the house by the lake
Date: Mon, 23 Nov 2026 10:00:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=cut

--cut
Content-Type: text/html; charset=utf-8

<p>Dear Nora,</p><p>Please find our offer attached. <img src="https://elsewhere.example/pixel.gif"></p><p>Best regards<br>Sam</p>
--cut
Content-Type: application/pdf; name="Offer.pdf"
Content-Disposition: attachment; filename="Offer.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjcK
--cut
Content-Type: image/png; name="Front.png"
Content-Disposition: attachment; filename="Front.png"
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--cut--
`.replaceAll('\n', '\r\n');

const firmware = () => Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 37) % 256));

function archive(): Buffer {
  const plans = Array.from({ length: 40 }, (_, at) => ({
    name: `photos/IMG_${1000 + at}.jpg`,
    content: 'x'.repeat(at * 900),
  }));
  return zip([{ name: 'plans/', content: '' }, { name: 'plans/Ground floor.txt', content: 'A plan' }, ...plans]);
}
