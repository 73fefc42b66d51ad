/** Office documents, made by LibreOffice from a page and a table in HTML. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pptx } from '../../../src/platform/rendering/samples.fixture.ts';
import { without } from '../../parts.ts';
import { PDF_PAGE, type Sample } from './sample.ts';

const LETTER = `<html><body><h1>Lease of the office</h1><p>The parties agree on the terms below, in plain words.</p>
<h2>Terms</h2><ul><li>The lease begins on <b>1 March 2027</b>.</li><li>It ends after five years.</li></ul>
<table border="1" cellpadding="4"><tr><th>Item</th><th>Amount</th></tr><tr><td>Rent</td><td>1,200.00</td></tr><tr><td>Deposit</td><td>3,600.00</td></tr></table>
${'<p>The tenant keeps the rooms in good order and tells the landlord about damage without delay.</p>'.repeat(30)}</body></html>`;

const ITEMS = ['Foundation', 'Timber frame', 'Roof', 'Windows', 'Doors', 'Heating', 'Electricity', 'Painting'];
const COSTS = `<html><body><table><tr><th>Item</th><th>Offer</th><th>Paid</th><th>Open</th></tr>${ITEMS.map(
  (item, at) =>
    `<tr><td>${item}</td><td>${(at + 3) * 4100}</td><td>${(at + 1) * 2050}</td><td>${(at + 2) * 3075}</td></tr>`,
).join('')}</table></body></html>`;

/** Output filters by extension; null: the usual one of the extension. */
const LETTERS = { odt: 'odt', docx: 'docx:MS Word 2007 XML', rtf: 'rtf', doc: 'doc' };
const SHEETS = { ods: 'ods', xlsx: 'xlsx:Calc MS Excel 2007 XML', xls: 'xls' };

/** Documents of a word processor, spreadsheets and presentations. */
export async function office(): Promise<Sample[]> {
  if (without('soffice') !== false) return [];
  const folder = mkdtempSync(join(tmpdir(), 'carrel-gallery-office-'));
  try {
    writeFileSync(join(folder, 'Lease.html'), LETTER);
    writeFileSync(join(folder, 'Costs.html'), COSTS);
    writeFileSync(
      join(folder, 'Review.pptx'),
      pptx(['Review of the quarter', 'Four projects are done', 'Two are late']),
    );
    for (const [extension, filter] of Object.entries(LETTERS))
      convert(
        folder,
        extension === 'odt' ? 'Lease.html' : 'Lease.odt',
        filter,
        extension === 'odt' ? 'HTML (StarWriter)' : 'writer8',
      );
    for (const [extension, filter] of Object.entries(SHEETS))
      convert(
        folder,
        extension === 'ods' ? 'Costs.html' : 'Costs.ods',
        filter,
        extension === 'ods' ? 'HTML (StarCalc)' : 'calc8',
      );
    convert(folder, 'Review.pptx', 'odp', 'Impress MS PowerPoint 2007 XML');
    const names = [...keys('Lease', LETTERS), ...keys('Costs', SHEETS), 'Review.pptx', 'Review.odp'];
    return names.map((name) => ({ name, content: readFileSync(join(folder, name)), shows: PDF_PAGE }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const keys = (stem: string, filters: Record<string, string>) =>
  Object.keys(filters).map((extension) => `${stem}.${extension}`);

function convert(folder: string, source: string, filter: string, reader: string): void {
  const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless', `--infilter=${reader}`];
  execFileSync('soffice', [...options, '--convert-to', filter, '--outdir', folder, join(folder, source)], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 120_000,
  });
}
