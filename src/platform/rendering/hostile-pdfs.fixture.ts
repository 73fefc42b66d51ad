import { deflateSync } from 'node:zlib';
import { MIB, noise, type Raw } from './hostile-parts.fixture.ts';
import { pdf, pdfPage, pdfStream } from './samples.fixture.ts';

export function hostilePdfs(url: string): Raw[] {
  const page = pdfPage();
  const nested = Array.from({ length: 20 }, (_, at) => {
    const inner = at === 19 ? '0 0 1 1 re f' : '/X Do '.repeat(10);
    return pdfStream(
      inner,
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${6 + at} 0 R >> >>`,
    );
  });
  const bomb = deflateSync(Buffer.alloc(80 * MIB, '0 0 1 1 re f '));
  const action = (entries: string) =>
    pdfPage({ catalogue: `/OpenAction << ${entries} >>`, page: `/AA << /O << ${entries} >> >>` });
  const image = '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
  return [
    { what: 'a PDF that breaks off', name: 'a.pdf', content: page.subarray(0, 120) },
    { what: 'a PDF that is its first line', name: 'b.pdf', content: '%PDF-1.7\n', repeats: true },
    { what: 'a PDF of noise', name: 'c.pdf', content: Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(50_000)]) },
    {
      what: 'a PDF whose pages contain themselves',
      name: 'd.pdf',
      content: pdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
    },
    {
      what: 'a PDF with an endless page',
      name: 'e.pdf',
      content: pdfPage({ page: '/MediaBox [0 0 1e30 1e30]' }),
      rendered: true,
    },
    {
      what: 'a PDF with a page of no size',
      name: 'f.pdf',
      content: pdfPage({ page: '/MediaBox [0 0 0 0] /UserUnit 1e30' }),
      rendered: true,
    },
    {
      what: 'a PDF that runs a script',
      name: 'g.pdf',
      content: action(`/S /JavaScript /JS (app.launchURL("${url}/js"); this.submitForm("${url}/form"); while (true);)`),
      rendered: true,
    },
    {
      what: 'a PDF that starts a program',
      name: 'h.pdf',
      content: action('/S /Launch /F (/bin/sh) /Unix (touch /tmp/owned)'),
      rendered: true,
    },
    {
      what: 'a PDF that opens an address',
      name: 'i.pdf',
      content: action(`/S /URI /URI (${url}/uri)`),
      rendered: true,
      repeats: true,
    },
    {
      what: 'a PDF whose drawing is elsewhere',
      name: 'j.pdf',
      content: pdfPage({
        page: '/Resources << /XObject << /X 5 0 R >> >>',
        drawing: '/X Do',
        more: [pdfStream('', `${image} /F << /FS /URL /F (${url}/image) >>`)],
      }),
      rendered: true,
    },
    {
      what: 'a PDF of drawings in drawings',
      name: 'k.pdf',
      content: pdfPage({ page: '/Resources << /XObject << /X 5 0 R >> >>', drawing: '/X Do', more: nested }),
      rendered: true,
    },
    {
      what: 'a PDF whose drawing unfolds to 80 MB',
      name: 'l.pdf',
      content: pdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
        pdfStream(bomb, '/Filter /FlateDecode'),
      ]),
      rendered: true,
      // Ends like `drawings in drawings`: when the time limit of a rendering has passed.
      repeats: true,
    },
    {
      what: 'a PDF with a picture of 60 000 by 60 000 pixels',
      name: 'm.pdf',
      content: pdfPage({
        page: '/Resources << /XObject << /X 5 0 R >> >>',
        drawing: '/X Do',
        more: [pdfStream('', `${image} /Filter /JPXDecode`)],
      }),
      rendered: true,
    },
    {
      what: 'a PDF that is locked',
      name: 'n.pdf',
      content: Buffer.from(
        page
          .toString('latin1')
          .replace(
            '/Root 1 0 R',
            `/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -1 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
          ),
        'latin1',
      ),
    },
    {
      what: 'a PDF whose tables of places follow each other in a circle',
      name: 'o.pdf',
      content: Buffer.from(
        page.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R /Prev ${page.toString('latin1').indexOf('xref')}`),
        'latin1',
      ),
      rendered: true,
    },
  ];
}
