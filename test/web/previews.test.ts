/** Content that is opened directly, by the address of a preview. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHROMIUM, without } from '../parts.ts';
import { close, startWebApp } from './browser.ts';
import { share } from './links.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : (null as never);

const RUN = '<script>window.hacked = true</script><img src="x" onerror="window.hacked = true">';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked = true">${RUN}</svg>`;

test('HTML, SVG and XML that are opened directly are served as text and run nothing', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Box');
  const { path } = await share(ann, { folderId }, { AllowView: true, AllowDownload: true });
  const reference = path.split('/').at(-1) ?? '';
  for (const [name, content] of Object.entries({ 'a.html': RUN, 'b.svg': SVG, 'c.xhtml': SVG, 'd.xml': SVG })) {
    const documentId = await ann.document(folderId, name, content);
    const page = await app.open(`/link/${reference}/documents/${documentId}/content`);
    assert.equal(await page.locator('body').innerText(), content);
    assert.equal(await page.evaluate('window.hacked'), undefined);
    // An opaque origin: no cookies and no storage of this service.
    assert.equal(await page.evaluate('window.origin'), 'null');
    await close(page);
  }
});
